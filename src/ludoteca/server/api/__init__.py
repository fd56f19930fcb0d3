"""What is answered over HTTP: routes, metrics, health, replays, pages."""
