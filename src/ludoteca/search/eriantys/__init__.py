"""What the search knows of Eriantys: inputs and policy of its network, and its judge."""
