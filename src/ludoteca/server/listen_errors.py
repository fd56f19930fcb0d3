"""What is said when the port of a dialect cannot be used. Known to commands that have not loaded a server yet."""

from __future__ import annotations


class CannotListen(OSError):
    """A dialect cannot be spoken at its port."""

    def __init__(self, dialect: str, port: int, why: OSError) -> None:
        super().__init__(why.errno, why.strerror)
        self.dialect = dialect
        self.port = port
