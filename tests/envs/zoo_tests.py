"""The tests that PettingZoo brings. Importing them imports a game of its own, which warns about its own name."""

import warnings
from importlib import import_module

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

    states = import_module("pettingzoo.test.state_test")

__all__ = ["api_test", "performance_benchmark", "render_test", "seed_test", "states"]
