"""The command line, as ``python -m fairground COMMAND ...``."""

from fairground.core.cli import main

main()
