"""Board games as tables: geometry, rules, kernels, and the TOML form."""
