"""All clients, in the order of the table. A new one is an entry here, or in the module of its kind."""

from __future__ import annotations

from typing import Final

from tools.clients import document_clients, map_clients, own_checkers, tiled_clients

#: Programs of others.
PROGRAMS: Final = (
    *tiled_clients.CLIENTS,
    *map_clients.CLIENTS,
    *document_clients.CLIENTS,
)
#: Checkers of this project, where no registry has the program.
CHECKERS: Final = own_checkers.CLIENTS
CLIENTS: Final = {it.name: it for it in (*PROGRAMS, *CHECKERS)}
