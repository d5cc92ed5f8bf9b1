"""How much each Advisor counts: weights learned from what experts were seen to do."""
