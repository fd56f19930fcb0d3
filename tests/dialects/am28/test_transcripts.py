"""Conversations in this dialect, each a text file to be read beside the document."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dialects.transcripts import check, transcripts_of


@pytest.mark.parametrize("path", transcripts_of("am28"), ids=lambda path: path.stem)
def test_a_conversation_goes_as_written(path: Path) -> None:
    check(path)
