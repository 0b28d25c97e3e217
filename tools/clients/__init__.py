"""Programs of others that open exports: how each is run, and what is compared with the scenario."""
