"""Direct pairs: situations with actions, grown straight from what an expert was seen to do where."""
