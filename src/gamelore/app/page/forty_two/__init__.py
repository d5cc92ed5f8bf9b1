"""42 on the page."""
