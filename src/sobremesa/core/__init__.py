"""The table itself: what every game stands on, and what is built on every game."""
