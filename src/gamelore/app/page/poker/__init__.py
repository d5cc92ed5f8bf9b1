"""Draw poker on the page, and a room for coaching."""
