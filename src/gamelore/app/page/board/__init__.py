"""Board games on the page."""
