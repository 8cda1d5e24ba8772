"""Doors for researchers: the games as environments of the libraries that they use. Needs the extra `research`.

    import gymnasium, chapterhouse.research                     # registers chapterhouse/<Game>-v0
    gymnasium.make("chapterhouse/Templari-v0", players=4, opponents="sensible")
    chapterhouse.research.pettingzoo.env("templari", players=4)
    import chapterhouse.research.openspiel                      # registers chapterhouse_<game>
    pyspiel.load_game("chapterhouse_templari(players=4)")

Without any of them: `ch.environments`, many games at once on the CPU or the GPU.
"""

from __future__ import annotations

from chapterhouse.research.gymnasium import register

register()
