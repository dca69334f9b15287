"""How Sphinx builds the site: ``scripts/docs``."""

from __future__ import annotations

from os.path import relpath
from pathlib import Path
from typing import Any

from docutils.nodes import Element
from sphinx.addnodes import download_reference, pending_xref
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from patience.version import program_version

project = "patience"
author = "the patience maintainers"
copyright = author
version = release = program_version()

extensions = ["myst_nb", "sphinx.ext.autodoc", "numpydoc", "sphinx_click"]
exclude_patterns = ["_build", "log/archive"]  # neither searched nor listed

html_theme = "furo"
html_title = "patience"
html_static_path = ["static"]
html_css_files = ["theme.css"]
html_search_scorer = str(Path(__file__).with_name("scorer.js"))

# Pages are plain Markdown first: links to headings are those that other readers make too.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

# The notebook is shown with the outputs it was saved with, which a test compares with a run.
nb_execution_mode = "off"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
numpydoc_show_class_members = False


class LinksToSources(SphinxTransform):
    """Has links to Markdown files that are no pages lead to copies of them, as those to others do.

    They lie beside docs/, or in the archive of the log.
    """

    default_priority = 500

    def apply(self, **_: Any) -> None:
        """Replace them in a page that is read."""
        for node in list(self.document.findall(pending_xref)):
            if node["refdomain"] == "doc" and node["reftarget"].startswith(("/", "log/archive/")):
                source = Path(__file__).parent / node["reftarget"]
                target = f"/{relpath(source, Path(__file__).parent)}.md"
                to = {"refdoc": node["refdoc"], "reftarget": target, "refdomain": "", "reftype": ""}
                node.replace_self(download_reference("", "", *node.children, **to))


def name_the_language(
    _app: Sphinx, pagename: str, _template: str, context: dict[str, Any], _tree: Element | None
) -> None:
    """Tell browsers and readers aloud that the French pages are French."""
    if pagename.startswith("fr/"):
        context["language"] = "fr"


def setup(app: Sphinx) -> None:
    """Add both to the build."""
    app.add_transform(LinksToSources)
    app.connect("html-page-context", name_the_language)
