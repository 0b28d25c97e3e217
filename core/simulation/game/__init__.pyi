# The public names of this package, and the modules that they live in: lazy_loader reads them, see __init__.py.

from .arena import GameArena as GameArena
from .ending import GameOutcome as GameOutcome
from .ladder import BOTS as BOTS
from .ladder import DEFAULT_BOT as DEFAULT_BOT
from .ladder import LADDER as LADDER
from .ladder import SAME_BOTS as SAME_BOTS
from .ladder import distinct_bots as distinct_bots
from .not_played import LEFT_OUT as LEFT_OUT
from .turn import DEFAULT_ORDER as DEFAULT_ORDER
from .turn import ORDERS as ORDERS
