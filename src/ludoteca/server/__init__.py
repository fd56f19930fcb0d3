"""The server: tables that are awake, kept in a store, spoken to over HTTP and WebSocket."""
