"""FORR and Hoyle: narrow decision-makers in tiers, useful knowledge from contests, weights from watching experts."""
