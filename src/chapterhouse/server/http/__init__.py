"""What comes over HTTP: the JSON API, the pages, event streams, and the gate in front of them."""
