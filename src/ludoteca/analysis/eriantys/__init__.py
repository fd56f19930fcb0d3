"""Eriantys: actions, effects and words of its analysis."""
