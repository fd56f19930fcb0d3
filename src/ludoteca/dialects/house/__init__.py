"""The house's own protocol: JSON messages over a WebSocket, one connection for each table that somebody sits at."""
