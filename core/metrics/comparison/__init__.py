"""Two states of one board side by side: sight, reach and fairness before and after."""
