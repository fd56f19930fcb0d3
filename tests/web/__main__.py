"""`python -m tests.web` writes the types of the protocol anew for the page."""

from __future__ import annotations

from ludoteca.dialects.house.describing import typescript

from .test_protocol import TYPES

if __name__ == "__main__":
    TYPES.write_text(typescript.text(), encoding="utf-8")
