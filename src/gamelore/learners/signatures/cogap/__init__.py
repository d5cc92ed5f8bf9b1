"""COGAP-42 (Carberry): a bidder for the domino game 42 that rates a hand by trees of signature tables."""
