"""What the tests share."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import hypothesis
import pytest

import ishitori

hypothesis.settings.register_profile("ours", deadline=None, max_examples=60)
hypothesis.settings.load_profile("ours")


@pytest.fixture(autouse=True)
def english() -> Any:
    """Sentences are English unless a test says otherwise."""
    ishitori.set_language("en")
    yield
    ishitori.set_language("en")


def program(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the program of the wheel."""
    command = [sys.executable, "-m", "ishitori", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=cwd)


def printed(*words: str) -> Any:
    """What the program prints with ``--json``."""
    done = program(*words, "--json")
    assert done.stdout, done.stderr
    return json.loads(done.stdout)
