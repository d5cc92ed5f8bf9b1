"""What Hoyle remembers of states and looks up after each move, and the situation that its Advisors comment on."""
