"""Certificates for TLS, looked at before a server is started with them."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from .output import CommandError

PEM = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)
VERSION, UTC_TIME, LONG_FORM = 0xA0, 0x17, 0x80  # of DER
TO_PEM = "Name a PEM file, which begins with -----BEGIN CERTIFICATE-----."


def check(certificate: Path, key: Path | None) -> None:
    """An Obstacle says why a server cannot use them."""
    first(certificate)
    if key is not None:
        content(key, "key")
    where = certificate if key is None else key

    def passphrase() -> str:
        """Asked for by an encrypted key. A server may have nobody in front of it."""
        raise CommandError(f"The key {where} needs a passphrase. Write it without one: openssl pkey -in OLD -out NEW")

    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(certificate, key, passphrase)
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise CommandError(f"The key in {where} is not the one of the certificate {certificate}.") from error
        sentence = "Name its PEM file with --key" if key is None else "Name the PEM file of the certificate's key"
        raise CommandError(f"There is no private key in {where}. {sentence}.") from error


def shown_by_server(certificate: Path) -> str:
    """The one certificate of a PEM file that a server shows as its own."""
    return ssl.DER_cert_to_PEM_cert(first(certificate))


def believing(shown: str) -> ssl.SSLContext:
    """Believe whoever shows this very certificate, under whatever name it was made out, and nobody else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.load_verify_locations(cadata=shown)
    return context


def first(certificate: Path) -> bytes:
    """The first certificate of a PEM file is the server's own, those after it vouch for it."""
    found = PEM.search(content(certificate, "certificate").decode("ascii", "replace"))
    if found is None:
        raise CommandError(f"{certificate} is no certificate. {TO_PEM}")
    try:
        coded = ssl.PEM_cert_to_DER_cert(found.group())
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cadata=coded)  # which reads it
    except (ValueError, ssl.SSLError) as error:
        raise CommandError(f"The certificate {certificate} is damaged. {TO_PEM}") from error
    return coded


def ends(certificate: Path) -> float:
    """When a certificate ends, in seconds since 1970."""
    # RFC 5280, 4.1: Certificate { TBSCertificate { [0] version, serialNumber, signature, issuer, validity { from, to
    whole = first(certificate)
    fields = list(parts(inside(next(parts(inside(whole))))))
    validity = fields[4 if fields[0][0] == VERSION else 3]
    _, end = parts(inside(validity))
    written = inside(end).decode("ascii")
    form = "%y%m%d%H%M%SZ" if end[0] == UTC_TIME else "%Y%m%d%H%M%SZ"
    return datetime.strptime(written, form).replace(tzinfo=UTC).timestamp()


def inside(element: bytes) -> bytes:
    """The content of an element of DER."""
    start, length = bounds(element)
    return element[start : start + length]


def parts(content: bytes) -> Iterator[bytes]:
    """The elements that a content of DER is made of."""
    while content:
        start, length = bounds(content)
        yield content[: start + length]
        content = content[start + length :]


def bounds(element: bytes) -> tuple[int, int]:
    """Where the content of an element of DER begins, and its length."""
    length = element[1]
    if length < LONG_FORM:
        return 2, length
    count = length - LONG_FORM
    return 2 + count, int.from_bytes(element[2 : 2 + count], "big")


def content(file: Path, what: str) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CommandError(f"The {what} {file} cannot be read: {error.strerror}.") from error
