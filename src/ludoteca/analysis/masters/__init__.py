"""Masters of Renaissance: actions, effects and words of its analysis."""
