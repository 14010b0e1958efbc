"""What a player is told of something that cannot be done."""

import errno
import os
import socket

from amunre.tui.store import CannotKeep, InUse
from amunre.tui.words import Words

SYSTEM = {
    errno.EACCES: "system.denied",
    errno.EEXIST: "system.exists",
    errno.EFBIG: "system.too_large",
    errno.EIO: "system.failed",
    errno.EISDIR: "system.folder",
    errno.ENAMETOOLONG: "system.long_name",
    errno.ENOENT: "system.missing",
    errno.ENOSPC: "system.full",
    errno.ENOTDIR: "system.no_folder",
    errno.EPERM: "system.not_permitted",
    errno.EROFS: "system.read_only",
}
"""Words for what the system refuses to do with a file."""


def refusal(error: Exception, words: Words) -> str:
    """The reason, in her language."""
    match error:
        case CannotKeep():
            return words.say(error.key)
        case InUse():
            return words.say("title.used", host=error.owner.host, pid=error.owner.pid)
        case OSError():
            return words.say(SYSTEM[error.errno]) if error.errno in SYSTEM else str(error.strerror)
    return str(error)


def no_listening(error: OSError | UnicodeError) -> str:
    """Why a server cannot be where it was told to, without the place, which is told already."""
    if isinstance(error, UnicodeError):
        return error.reason if isinstance(error, UnicodeDecodeError | UnicodeEncodeError) else str(error)
    return str(error.strerror) if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
