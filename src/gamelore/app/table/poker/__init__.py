"""Draw poker at the table, and the coaching of whoever learns it."""
