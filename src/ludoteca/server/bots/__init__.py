"""Bots at tables: processes in which they think, here or for other nodes."""
