"""The program `ishitori`: the same as the one that is built from Rust."""

from __future__ import annotations

import signal
import sys

from . import _ishitori


def main() -> None:
    """Runs the program on the arguments of the process."""
    # The program listens to signals itself, and says what is known when it is interrupted.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_ishitori.run(["ishitori", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
