"""Certificates for TLS, looked at before a server is started with them."""

from __future__ import annotations

import re
import ssl
from pathlib import Path

from .output import CommandError

PEM = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)
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


def content(file: Path, what: str) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CommandError(f"The {what} {file} cannot be read: {error.strerror}.") from error
