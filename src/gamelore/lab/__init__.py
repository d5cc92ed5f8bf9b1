"""The lab: experiments as data, published tables beside ours, benchmarks."""
