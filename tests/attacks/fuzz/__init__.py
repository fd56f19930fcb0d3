"""Coverage-guided fuzzing of everything that reads what a stranger wrote: `python -m tests.attacks.fuzz NAME`."""
