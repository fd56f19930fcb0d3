"""One client seen from the tables: what its dialect wants done, and which table it joins or returns to."""
