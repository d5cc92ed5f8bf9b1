"""42 at the table."""
