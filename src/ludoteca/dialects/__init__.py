"""The protocols in which people and programs speak to the house. Each package knows one, and no socket."""
