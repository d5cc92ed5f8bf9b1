"""The strategy guide, drawn: as text, and as one page of HTML on which a reader can try the list."""
