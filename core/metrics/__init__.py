"""What a board gives to whom: territory, narrow places, areas that hang together."""
