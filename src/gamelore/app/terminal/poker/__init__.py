"""Draw poker at the terminal, and coaching there."""
