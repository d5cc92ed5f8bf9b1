"""What is shown in a terminal."""
