"""The kernel layer: records, rules in three modes, chance, action codes, batches. It knows no game."""
