"""The strategy guide, computed: lines with their evidence, strength for each reader, proof and price."""
