"""Modified UTF-8 (section 6.2): NUL is two bytes, a character beyond the first plane two surrogates of three each."""

from __future__ import annotations


def encode_text(text: str) -> bytes:
    units = text.encode("utf-16-be", "surrogatepass")
    if len(units) > 2 * len(text):  # characters beyond the first plane
        text = "".join(chr(int.from_bytes(units[at : at + 2], "big")) for at in range(0, len(units), 2))
    return text.encode("utf-8", "surrogatepass").replace(b"\0", b"\xc0\x80")


def decode_text(data: bytes) -> str:
    """Raises UnicodeDecodeError, also for surrogates that are no pair."""
    text = data.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
    return text.encode("utf-16-be", "surrogatepass").decode("utf-16-be") if not text.isascii() else text
