"""Search: looking ahead in any game, for bots, hints and reviews."""
