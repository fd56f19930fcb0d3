"""The password of a private house, which is kept in a file: options and variables can be seen by others."""

from __future__ import annotations

from pathlib import Path

SHORTEST = 8
LONGEST = 200


class NoPassword(ValueError):
    """A sentence that says what is wrong with the file."""


def password_in(path: Path | None) -> str | None:
    """The first line of the file."""
    if path is None:
        return None
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError:
        raise NoPassword(f"There is no file {path}. Write the password of the house there.") from None
    except OSError as error:
        raise NoPassword(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise NoPassword(f"{path} is not a text in UTF-8: save it as UTF-8.") from error
    password = lines[0].strip() if lines else ""
    if not SHORTEST <= len(password) <= LONGEST:
        raise NoPassword(f"A password has {SHORTEST} to {LONGEST} characters. Write one into the first line of {path}.")
    return password
