"""The house: tables, seats, the log of a game, and what each seat may see. Times are given, nothing is read or sent."""
