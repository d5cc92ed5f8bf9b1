"""42 at the terminal."""
