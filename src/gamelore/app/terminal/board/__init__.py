"""Board games at the terminal."""
