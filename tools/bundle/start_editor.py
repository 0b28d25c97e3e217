"""The bundle's program ``fairground-editor``, which a file manager starts: the editor, with the file that was opened."""

import sys
from multiprocessing import freeze_support

if __name__ == "__main__":
    # A worker process of a bundle is this program again.
    freeze_support()
    from fairground.core.cli import main
    from tools.bundle import graphics_libraries

    graphics_libraries.load()
    sys.argv[1:1] = ["edit"]
    main()
