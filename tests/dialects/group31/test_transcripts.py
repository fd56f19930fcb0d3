"""Every scenario of the document and every error, as text files beside this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dialects.transcripts import check, transcripts_of


@pytest.mark.parametrize("path", transcripts_of("group31"), ids=lambda path: path.stem)
def test_a_conversation_goes_as_it_is_written(path: Path) -> None:
    check(path)
