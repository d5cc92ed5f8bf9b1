"""What the page keeps: its file, the form of it, copies of it, and what is said when the disk does not do."""
