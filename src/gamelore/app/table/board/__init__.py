"""Board games at the table."""
