"""`python -m chapterhouse` is the command `chapterhouse`."""

from chapterhouse.cli import main

main()
