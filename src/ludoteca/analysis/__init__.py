"""What the search knows, told to people: advice during a game, a review after it. Pure functions of views and logs."""
