"""What is true about hands of 42: exact play of open deals, sampled contracts, and the labels a trainer gives."""
