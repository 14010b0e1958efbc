"""Whose page it is that wants to play: any page a player has open may knock at her own machine's doors."""

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit


def is_own(origin: str, host: str, names: Collection[str] | None) -> bool:
    """Whether a page from `origin` was served by us, who were addressed as `host`.

    A stranger's page comes from elsewhere, or from a name that was made to point here. So a name counts only if the
    server was told of it, if it cannot be made up, or if everybody may play anyway (None).
    """
    page, asked = _split(origin), _split(f"//{host}")
    if page is None or asked is None or page.hostname is None:
        return False
    if names is not None and page.hostname in names:
        return True
    return page.netloc == asked.netloc and (names is None or _cannot_be_made_up(page.hostname))


def _split(address: str) -> SplitResult | None:
    try:
        return urlsplit(address)
    except ValueError:
        return None


def _cannot_be_made_up(name: str) -> bool:
    try:
        return name == "localhost" or bool(ip_address(name))
    except ValueError:
        return False
