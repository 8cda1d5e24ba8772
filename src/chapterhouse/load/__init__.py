"""Clients that load a server: over loopback, from outside, as browsers and programs do."""
