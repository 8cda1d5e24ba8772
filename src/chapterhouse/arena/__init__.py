"""The arena: matches of bots with balanced seats and duplicate deals, and what can be concluded from them."""
