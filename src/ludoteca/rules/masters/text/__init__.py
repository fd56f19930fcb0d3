"""Masters of Renaissance for people: the table drawn in text."""
