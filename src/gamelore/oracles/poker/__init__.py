"""The truth about draw poker: who wins how often, and a strategy that hardly loses."""
