"""This node among the others that keep the house open: its lease, and the people of nodes that died."""
