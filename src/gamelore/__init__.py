"""Gamelore: programs that learn games the way people do, into heuristics that can be read."""

__version__ = "0.1.0"
