"""What a person touches: the command line and play in the terminal."""
