"""Players that need no person: each chooses one small decision at a time, for any game and any number of players."""

from __future__ import annotations

from .bot import Bot
from .chance import RANDOM
from .greedy import GREEDY

BOTS: dict[str, Bot] = {bot.name: bot for bot in (RANDOM, GREEDY)}  # the weakest first

__all__ = ["BOTS", "Bot"]
