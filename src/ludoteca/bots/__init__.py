"""Players that need no person: each chooses one small decision at a time, for any game and any number of players."""

from __future__ import annotations

from .bot import Bot
from .chance import RANDOM
from .greedy import GREEDY
from .levels import LEVEL_BOTS
from .stand_in import STAND_IN

BOTS: dict[str, Bot] = {bot.name: bot for bot in (*LEVEL_BOTS, RANDOM, GREEDY)}  # the levels, the weakest first

__all__ = ["BOTS", "STAND_IN", "Bot"]
