"""The bundle's program ``fairground``: the command line."""

import sys
from multiprocessing import freeze_support

if __name__ == "__main__":
    # A worker process of a bundle is this program again.
    freeze_support()
    from fairground.core.cli import main

    if "edit" in sys.argv[1:]:
        from tools.bundle import graphics_libraries

        graphics_libraries.load()
    main()
