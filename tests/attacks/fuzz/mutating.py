"""JSON with something wrong in it: a fuzzer that only turns bits seldom gets past the brackets."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 3, 12, 99, 255, 256, 2**31, 2**53, 2**63, 2**64, -(2**63), 0.5, 1e308, -0.0),
    *("", "x", "A", "B", "0", "-1", "eriantys", "masters", "red", "coin", "\u0000", "\ud800", "x" * 1000, "0" * 64),
    *([], {}, [[]], [None], {"": None}),
]


def mutated(body: bytes, seed: int) -> bytes:
    """One to four changes of the value, or nothing sensible if it is no JSON."""
    chance = random.Random(seed)
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return body
    for _ in range(chance.randint(1, 4)):
        value = changed(value, chance)
    return json.dumps(value).encode()


def changed(value: Any, chance: random.Random) -> Any:
    """Go down to some place in it, and change that."""
    if isinstance(value, dict | list) and value and chance.random() < 0.85:
        keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = chance.choice(keys)
        match chance.randrange(12):
            case 0:
                del value[key]
            case 1 if isinstance(value, list):
                value.insert(key, copy.deepcopy(chance.choice(value)))
            case 1 if isinstance(value, dict):
                value[chance.choice(["unknown", "", key + "s"])] = copy.deepcopy(chance.choice(ODD))
            case 2:
                other = chance.choice(keys)
                value[key], value[other] = value[other], value[key]
            case _:
                value[key] = changed(value[key], chance)
        return value
    if isinstance(value, int) and chance.random() < 0.5:
        return value + chance.choice([-1, 1, -10, 10])
    return copy.deepcopy(chance.choice(ODD))
