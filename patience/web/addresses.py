"""Addresses under which people open the page, as through a proxy or a tunnel."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

_PORTS = {"http": 80, "https": 443}
_NAME = re.compile(r"[a-z0-9._-]+")


@dataclass(frozen=True)
class Address:
    """The first part of a URL, as a browser understands it.

    `name` is in ASCII and lower case, without brackets; `port` is that of the scheme by default.
    """

    scheme: str
    name: str
    port: int

    @classmethod
    def parse(cls, url: str) -> Address:
        """Return the address of a URL.

        Raises
        ------
        ValueError
            If it is no URL of a browser, or names a user, a folder or a file.
        """
        parts = urlsplit(url)
        name, port = parts.hostname or "", parts.port
        alone = parts.path in ("", "/") and not (parts.query or parts.fragment)
        if parts.scheme not in _PORTS or parts.username is not None or port == 0 or not alone:
            raise ValueError(url)
        if ":" in name:
            name = str(ipaddress.IPv6Address(name))
        else:
            name = name.encode("idna").decode()
            if not _NAME.fullmatch(name):
                raise ValueError(url)
        return cls(parts.scheme, name, port or _PORTS[parts.scheme])

    def answers_to(self, host: SplitResult) -> bool:
        """Tell whether a Host header names this address; some proxies leave the port out."""
        return host.hostname == self.name and host.port in (None, self.port)

    def __str__(self) -> str:
        name = f"[{self.name}]" if ":" in self.name else self.name
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{name}{port}"
