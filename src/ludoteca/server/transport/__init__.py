"""Bytes and connections: TCP, TLS, HTTP, WebSocket, and the limits that protect them."""
