"""The store: tables and their logs on disk. `contract` says what it does, `sqlite` does it in one file."""
