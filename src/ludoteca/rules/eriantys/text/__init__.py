"""Eriantys for people: the table drawn in text, and what a player can do in sentences."""
