"""Draw poker in other libraries."""
