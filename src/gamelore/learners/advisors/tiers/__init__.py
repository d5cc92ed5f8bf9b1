"""The Advisors: those of tier 1, which decide, and those of tier 2, which vote."""
