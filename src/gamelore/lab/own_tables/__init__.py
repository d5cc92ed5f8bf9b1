"""Tables of our own, printed nowhere: bars and comparisons as TOML files, and who runs them."""
