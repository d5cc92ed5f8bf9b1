"""The settings and presets of Hoyle, of its patterns and of its pairs; nothing here computes."""
