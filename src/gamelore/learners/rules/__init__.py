"""Waterman's learner of production rules (1968): rules over any state vector; draw poker is one task among others."""
