"""42 at the table: bidders, the playing machine that follows them, and matches judged by hands played out."""
