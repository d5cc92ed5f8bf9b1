"""42 in other libraries."""
