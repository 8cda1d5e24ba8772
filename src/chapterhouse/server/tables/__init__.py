"""The tables that are being played, and all that can be done at them. Nothing here knows HTTP."""
