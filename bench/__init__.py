"""How fast the rules are. docs/speed.md tells how to run the benches and how to read what they print."""
