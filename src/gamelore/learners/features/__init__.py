"""Named measures of a situation, registered by game."""
