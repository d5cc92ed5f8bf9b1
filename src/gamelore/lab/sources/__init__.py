"""One module a source: what its tables ask for."""
