"""Frames of a WebSocket as a server reads and writes them (RFC 6455), without a socket.

A library would do, but each message would pass through its queue and a coroutine, which costs more than all the rest of
reading it. Extensions and subprotocols are never agreed on, so there is little to a frame.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
from collections.abc import Iterator

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
FINAL, OPCODE, RESERVED, MASKED = 0x80, 0x0F, 0x70, 0x80
LONGEST_CONTROL = 125  # bytes (RFC 6455, 5.5)
SHORT, MIDDLE = 126, 127  # lengths that say that the length follows in two, in eight bytes
MASK_LENGTH = 4
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455, 1.3

NORMAL, PROTOCOL_ERROR, POLICY, TOO_LARGE, SERVICE_RESTART = 1000, 1002, 1008, 1009, 1012
KEY_BYTES = 16


class BadFrame(Exception):
    """What came is no WebSocket, or too large: the connection has to be closed with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def accepted(key: str) -> str | None:
    """What the server answers to the key of a handshake; None when that is no key."""
    try:
        if len(base64.b64decode(key, validate=True)) != KEY_BYTES:
            return None
    except (binascii.Error, ValueError):
        return None
    return base64.b64encode(hashlib.sha1(key.encode() + GUID, usedforsecurity=False).digest()).decode()


def text(message: bytes) -> bytes:
    """A text frame of a server: final, not masked."""
    length = len(message)
    if length < SHORT:
        return b"\x81%c%b" % (length, message)
    if length < 1 << 16:
        return struct.pack("!BBH", FINAL | TEXT, SHORT, length) + message
    return struct.pack("!BBQ", FINAL | TEXT, MIDDLE, length) + message


def control(opcode: int, payload: bytes = b"") -> bytes:
    return bytes((FINAL | opcode, len(payload))) + payload


def close(code: int, reason: str = "") -> bytes:
    """The last frame; reasons are short."""
    return control(CLOSE, struct.pack("!H", code) + reason.encode()[: LONGEST_CONTROL - 2])


def unmasked(payload: bytes, mask: bytes) -> bytes:
    if mask == b"\0\0\0\0":
        return payload
    length = len(payload)
    stream = (mask * (length // MASK_LENGTH + 1))[:length]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(stream, "big")).to_bytes(length, "big")


class FrameReader:
    """Bytes of a client in, whole messages and control frames out, each with its opcode."""

    __slots__ = ("_gathered", "_largest", "_opcode", "_waiting")

    def __init__(self, largest: int) -> None:
        self._largest = largest  # bytes of a message
        self._waiting = b""  # the beginning of a frame
        self._gathered: bytearray | None = None  # of a message whose last frame is not there yet
        self._opcode = TEXT

    def read(self, received: bytes) -> Iterator[tuple[int, bytes]]:
        """All that is whole by now. BadFrame ends it."""
        if self._waiting:
            received = self._waiting + received
            self._waiting = b""
        start, end = 0, len(received)
        while end - start >= 2:
            first, second = received[start], received[start + 1]
            length = second & 0x7F
            body = start + 2
            if length >= SHORT:
                body += 2 if length == SHORT else 8
                if end < body:
                    break
                length = int.from_bytes(received[start + 2 : body], "big")
            self._check(first, second, length)
            if end < body + MASK_LENGTH + length:
                break
            mask = received[body : body + MASK_LENGTH]
            start = body + MASK_LENGTH + length
            payload = unmasked(received[body + MASK_LENGTH : start], mask)
            if first & OPCODE >= CLOSE or (first & FINAL and self._gathered is None):
                yield first & OPCODE, payload
            else:
                whole = self._gather(first, payload)
                if whole is not None:
                    yield self._opcode, whole
        if start < end:
            self._waiting = received[start:]

    def _check(self, first: int, second: int, length: int) -> None:
        opcode = first & OPCODE
        if first & RESERVED:
            raise BadFrame(PROTOCOL_ERROR, "no extension was agreed on")
        if not second & MASKED:
            raise BadFrame(PROTOCOL_ERROR, "frames of a client are masked")
        if opcode >= CLOSE:
            if opcode > PONG:
                raise BadFrame(PROTOCOL_ERROR, "unknown opcode")
            if not first & FINAL or length > LONGEST_CONTROL:
                raise BadFrame(PROTOCOL_ERROR, "control frames are short and whole")
            return
        if opcode > BINARY:
            raise BadFrame(PROTOCOL_ERROR, "unknown opcode")
        if (opcode == CONTINUATION) != (self._gathered is not None):
            raise BadFrame(PROTOCOL_ERROR, "a message begins before the last one ended, or goes on before it began")
        if length + len(self._gathered or b"") > self._largest:
            raise BadFrame(TOO_LARGE, f"messages have at most {self._largest} bytes")

    def _gather(self, first: int, payload: bytes) -> bytes | None:
        """The message, if this was its last piece."""
        if self._gathered is None:
            self._gathered = bytearray()
            self._opcode = first & OPCODE
        self._gathered += payload
        if not first & FINAL:
            return None
        whole = bytes(self._gathered)
        self._gathered = None
        return whole
