"""Property tests try the same examples in every run, alone or after others."""

from __future__ import annotations

import subprocess
import sys

DRAWN = """
import sys
from hypothesis import given, strategies as st
from tests import examples

examples.choose_profile()
if "after others" in sys.argv:
    import ludoteca.dialects.am24.messages, ludoteca.house.refusals, tests.dialects.transcripts

@given(st.text(), st.binary(max_size=40), st.integers())
def draw(text, raw, number):
    print(ascii(text), raw, number)

draw()
"""


def drawn(*arguments: str) -> str:
    command = [sys.executable, "-c", DRAWN, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_same_examples_alone_and_after_other_modules_were_loaded() -> None:
    alone = drawn()
    assert len(alone.splitlines()) > 50
    assert drawn("after others") == alone
