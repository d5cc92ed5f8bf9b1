"""The learners: three machines on shared ground, none of which imports another."""
