"""Every scenario of the document and of what was added to it, as conversations."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dialects.transcripts import check, transcripts_of


@pytest.mark.parametrize("path", transcripts_of("am24"), ids=lambda path: path.stem)
def test_the_conversation_is_as_written(path: Path) -> None:
    check(path)
