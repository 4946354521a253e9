"""`python -m cameo` and `cameo`: the command, which the package carries as a program of its own."""
import os
import sys

from ._profile import program


def main() -> None:
    """Becomes the command; its arguments are this process's. OSError: the program cannot be started."""
    os.execv(program(), [program(), *sys.argv[1:]])


if __name__ == "__main__":
    main()
