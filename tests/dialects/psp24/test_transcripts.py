"""Every scenario of the document, every error, and what was added here, as conversations to read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dialects.transcripts import check, transcripts_of


@pytest.mark.parametrize("path", transcripts_of("psp24"), ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    check(path)
