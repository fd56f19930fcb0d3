from .turn import choose

__all__ = ["choose"]
