"""What the search knows of Masters of Renaissance: inputs and policy of its network, and its judge."""
