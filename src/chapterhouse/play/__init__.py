"""Playing: the table, saved games, and the loops that drive every game alike."""
