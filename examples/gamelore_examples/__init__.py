"""A game, a learner and a faculty of somebody else's, each in one short module."""
