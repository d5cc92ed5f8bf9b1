"""What a player of draw poker can see and remember, as named variables."""
