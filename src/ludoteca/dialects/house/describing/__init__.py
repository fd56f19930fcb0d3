"""The protocol described for other programs and for people, from the very types and tables that the server uses."""
