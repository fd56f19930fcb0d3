"""RFC 6455 section by section: what a client may send, what it may not, and what the server answers."""
