"""Eriantys as JSON: positions, views, actions and events, read and written, and why an action is refused."""
