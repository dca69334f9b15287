"""The files of the page as one, which needs no server and no network."""

from __future__ import annotations

import re
from base64 import b64encode
from importlib.resources import files

from patience.render.language import Language

_IMPORTED = re.compile(r'\b(from|import) "\./([\w-]+\.js)"')
_LINKED = re.compile(r'<link rel="([\w-]+)" href="/([\w.-]+)"([^>]*?) ?/>\n *')
_UNABLE = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)
_SCRIPT = re.compile(r'<script type="module" src="/[\w-]+\.js"></script>')
_HEAD = '<meta charset="utf-8" />'

# Nothing is loaded from anywhere; what a browser of before 2023 cannot open, it says.
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:"
)
_TOO_OLD = """addEventListener("load", () => {
  const { supports } = HTMLScriptElement;
  if (supports && supports("importmap") && self.DecompressionStream) return;
  document.getElementById("app").innerHTML = document.querySelector("noscript").textContent;
});"""


def bundled(entry: str, content: str, language: Language) -> str:
    """Return the page with all that it needs inside.

    Parameters
    ----------
    entry : str
        The module that it begins with.
    content : str
        JSON for that module, which finds it in the element ``held``.
    language : Language
        That of its texts, until another is chosen.
    """
    page = _read("index.html").replace('lang="fr"', f'lang="{language.code}"', 1)
    unable = (
        f'<p class="stranded">{language("unable")}</p><style>#app,#skip{{display:none}}</style>'
    )
    page = _UNABLE.sub(lambda _: f"<noscript>{unable}</noscript>", page)
    page = _LINKED.sub(_inlined, page).replace(' href="/"', "")  # there is nowhere to go
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}" />'
    page = page.replace(_HEAD, f"{_HEAD}\n    {policy}", 1)
    modules = _import_map(entry)
    content = content.replace("<", "\\u003c")
    scripts = [
        f"<script>{_TOO_OLD}</script>",
        f'<script type="application/json" id="held">{content}</script>',
        f'<script type="importmap">{{"imports": {{{modules}}}}}</script>',
        f'<script type="module">import "{entry}";</script>',
    ]
    return _SCRIPT.sub(lambda _: "\n    ".join(scripts), page)


def _import_map(entry: str) -> str:
    """Return modules and all that they import by name, each as data.

    What is data has no place, so that the names are no longer relative.
    """
    found: dict[str, str] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in found:
            text = _read(name)
            waiting += [each[2] for each in _IMPORTED.finditer(text)]
            found[name] = _data("text/javascript", _IMPORTED.sub(r'\1 "\2"', text))
    return ",\n".join(f'"{name}": "{data}"' for name, data in sorted(found.items()))


def _inlined(link: re.Match[str]) -> str:
    kind, name, more = link.groups()
    if kind == "stylesheet":
        return f"<style{more}>\n{_read(name)}</style>\n    "
    return f'<link rel="icon" href="{_data("image/svg+xml", _read(name))}" />\n    ' * (
        kind == "icon"
    )


def _data(kind: str, text: str) -> str:
    return f"data:{kind};base64,{b64encode(text.encode()).decode()}"


def _read(name: str) -> str:
    return (files("patience") / "web" / "static" / name).read_text("utf-8")
