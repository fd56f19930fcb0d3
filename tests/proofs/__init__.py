"""Long proofs: what the tests check on a slice, on as much as one has time for. `python3 run.py proofs --help`."""
