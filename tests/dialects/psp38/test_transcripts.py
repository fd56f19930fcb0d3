"""Every example and scenario of the document, and of what is added to it, as a conversation (`transcripts/`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..transcripts import check, transcripts_of


@pytest.mark.parametrize("path", transcripts_of("psp38"), ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    check(path)
