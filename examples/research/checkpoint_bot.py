"""What `ppo.py` has learned, as a bot: in the arena, and at a table of a house. It needs NumPy and no torch.

    ludoteca arena checkpoint_bot.py greedy
    ludoteca bot checkpoint_bot.py --table KDTWPQ

The file with the weights is `checkpoint.npz` beside this one, or what LUDOTECA_CHECKPOINT names.
"""

import os
import random
from pathlib import Path

import numpy as np

from ludoteca.envs.views import seen_in

FILE = Path(os.environ.get("LUDOTECA_CHECKPOINT") or Path(__file__).with_name("checkpoint.npz"))
SHARPNESS = 2  # 1: as likely as in self-play; higher: nearer to the best
WEIGHTS = dict(np.load(FILE))


def preferences(observation):
    """The policy network: two layers of rectified units, then a number for each decision."""
    active = observation.astype(np.float32)
    for layer in ("first", "second"):
        active = np.maximum(WEIGHTS[f"{layer}_weight"] @ active + WEIGHTS[f"{layer}_bias"], 0)
    return WEIGHTS["policy_weight"] @ active + WEIGHTS["policy_bias"]


def choose(view):
    """By chance, likely the best: whoever always takes the best one can lay things out anew for ever."""
    seen = seen_in(view.game)
    legal = seen.game.legal_actions()
    scores = preferences(seen.observation)[legal]
    weights = np.exp(SHARPNESS * (scores - scores.max()))
    return random.choices(view.legal, weights)[0]
