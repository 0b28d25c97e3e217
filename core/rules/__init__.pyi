# The public names of this package, and the modules that they live in: lazy_loader reads them, see __init__.py.

from .ground import Ground as Ground
from .loading import load_ruleset as load_ruleset
from .ruleset import Ruleset as Ruleset
from .ruleset_files import known_rulesets as known_rulesets
from .ruleset_files import shipped_rulesets as shipped_rulesets
from .schema import ruleset_schema as ruleset_schema
