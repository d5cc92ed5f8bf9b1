"""Two-player five-card draw as Waterman's program played it (1968): cards, hands, rules and array kernels."""
