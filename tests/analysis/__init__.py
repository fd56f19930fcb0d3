"""Advice and reviews."""
