"""The server's own key, and the keys that open each name: one file a name, like OpenSSH's authorized_keys."""

import os
from pathlib import Path

import asyncssh

from amunre.core import BadInput
from amunre.tui.guests import name
from amunre.tui.hosting.premises import GUEST

LARGEST_FILE = 1 << 20
"""Bytes of a file of public keys."""


def host_key(folder: Path) -> asyncssh.SSHKey:
    """The key by which clients know the server again, made when it first starts."""
    file = folder / "host_key"
    try:
        if not file.exists():
            _make(file)
        return asyncssh.read_private_key(file)
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError):
        raise BadInput(f"{file}: not a private key without a passphrase") from None


def _make(file: Path) -> None:
    """A new key, in its place only when all of it is on the disk: half a one would be refused at every start."""
    fresh = file.with_name(f".{file.name}.new")
    key = asyncssh.generate_private_key("ssh-ed25519")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
        stream.write(key.export_private_key())
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(file)


def openers(folder: Path, called: str) -> asyncssh.SSHAuthorizedKeys:
    """The keys that open a name: none for a name that nobody has."""
    try:
        return asyncssh.import_authorized_keys(_file(folder, called).read_text("utf-8"))
    except (BadInput, FileNotFoundError):
        return asyncssh.import_authorized_keys("")
    except (OSError, ValueError) as error:
        raise BadInput(f"{called}: its keys cannot be read: {error}") from None


def add(folder: Path, called: str, file: Path) -> int:
    """Let the public keys in a file open a name, besides those that do already; how many do now."""
    if called == GUEST:
        raise BadInput(f"{GUEST} is whoever comes without a key")
    place = _file(folder, called)
    fresh = place.with_name(f".{called}.new")
    try:
        known = place.read_text("utf-8").splitlines() if place.exists() else []
        lines = _each_once([*known, *read(file)])
        place.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        fresh.replace(place)
    except OSError as error:
        raise BadInput(f"{error.filename or place}: {error.strerror}") from None
    return len(_keys(lines))


def _file(folder: Path, called: str) -> Path:
    return folder / "keys" / name(called)


def _keys(lines: list[str]) -> list[str]:
    """What is neither empty nor a comment."""
    return [line for line in map(str.strip, lines) if line and not line.startswith("#")]


def _each_once(lines: list[str]) -> list[str]:
    found: dict[bytes, str] = {}
    for line in lines:
        found.setdefault(_identity(line), line)
    return list(found.values())


def _identity(line: str) -> bytes:
    """The key itself, whatever else is said on its line."""
    try:
        return asyncssh.import_public_key(line).public_data
    except asyncssh.KeyImportError:
        return line.encode()


def read(file: Path) -> list[str]:
    """The public keys in a file, a line each."""
    with file.open("rb") as stream:
        content = stream.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise BadInput(f"{file}: too large, expected at most {LARGEST_FILE >> 20} MiB")
    found = _keys(content.decode("utf-8", errors="replace").splitlines())
    for line in found or [""]:
        try:
            asyncssh.import_public_key(line)
        except asyncssh.KeyImportError:
            raise BadInput(f"{file}: no public key in it (files of public keys end in .pub)") from None
    return found
