"""boardgame.io: its server with a small game (server.js), started from here, and a client of its protocol."""

from .client import Match, Seat
from .server import PeerProblem, Server, obstacle, start_server

__all__ = ["Match", "PeerProblem", "Seat", "Server", "obstacle", "start_server"]
