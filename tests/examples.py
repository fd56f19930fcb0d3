"""Which examples the property tests try: the same ones each time, unless a search for new ones is asked for.

`run.py test` and `.ci/run` tell whether the code is right, so they say the same each time. `run.py fuzz properties`
searches for examples that nobody has thought of, and prints the seed with which the same search runs again.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture.providers import GLOBAL_CONSTANTS, HypothesisProvider

SEARCH = "LUDOTECA_SEARCH"  # the variable that asks for a search
SAME_EACH_TIME = "the same examples each time"
SEARCHING = "a search for new examples"


def choose_profile() -> None:
    """How fast the machine is decides nothing in either profile."""
    slow = [HealthCheck.too_slow]
    settings.register_profile(
        SAME_EACH_TIME, derandomize=True, deadline=None, database=None, suppress_health_check=slow
    )
    settings.register_profile(SEARCHING, deadline=None, database=None, suppress_health_check=slow, print_blob=True)
    if os.environ.get(SEARCH):
        settings.load_profile(SEARCHING)
    else:
        settings.load_profile(SAME_EACH_TIME)
        ignore_loaded_modules()


def ignore_loaded_modules() -> None:
    """Hypothesis also tries the constants of all modules that are loaded. Which modules are loaded depends on the tests
    that ran before in the same process, so a test alone would try other examples than in a whole run."""
    setattr(HypothesisProvider, "_local_constants", GLOBAL_CONSTANTS)  # noqa: B010 - it is a property of each instance
