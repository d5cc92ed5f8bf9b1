"""Sitting at a table: play and coach."""
