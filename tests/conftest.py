from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from patience.engines import notices
from patience.warmup import compile_kernels

# The same examples in every CI run; no deadline, as machines differ and kernels compile once.
settings.register_profile(
    "patience",
    deadline=None,
    derandomize="CI" in os.environ,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patience")

# No test sees the lexicons that a developer has added.
os.environ["XDG_DATA_HOME"] = os.path.join(os.devnull, "none")

# No test reads or keeps a developer's token of the page.
os.environ["XDG_STATE_HOME"] = os.path.join(os.devnull, "none")

# A shell that starts the tests in the background has children ignore Ctrl-C, which some tests send.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Share the kernels out among workers, which would all compile the same ones otherwise."""
    worker = getattr(session.config, "workerinput", {}).get("workerid", "")
    if worker:
        first = int(worker.removeprefix("gw")) % 2
        compile_kernels((("auto", "prove"), ("prove", "auto"))[first])


@pytest.fixture(autouse=True)
def _without_notices_of_before() -> None:
    """Forget what became of kernels on disk in other tests, and where workers compile at once."""
    notices.forget()
