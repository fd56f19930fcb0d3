"""A table in memory: commands in line, entries to the store, audiences told, players present or absent."""
