"""`chapterhouse rules`: a rule in our words, its id, and where it is enforced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from chapterhouse.cli.speech import choose, tell, voice_for

if TYPE_CHECKING:
    from rich.console import RenderableType

    from chapterhouse.games.protocol import Game
    from chapterhouse.games.rulebook import RuleEntry
    from chapterhouse.voice import Voice


def search(game: Game, voice: Voice, word: str) -> list[RuleEntry]:
    """The rules of that id or below it, or else whose id or wording holds all the words."""
    from chapterhouse.games.rulebook import rulebook

    word = word.lower().strip()
    entries = rulebook(game)
    below = [e for e in entries if e.id == word or e.id.startswith(word + ".")]
    if below or not word:
        return below or entries
    return [e for e in entries if all(w in f"{e.id} {voice(f'rules.{e.id}')}".lower() for w in word.split())]


def worded(entry: RuleEntry, voice: Voice, *, is_with_places: bool = True) -> RenderableType:
    """One rule as people read it."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    said = Text(choose(voice, f"rules.{entry.id}", ""))
    for place in entry.functions if is_with_places else ():
        said.append(f"\n{place.name}", style="cyan")
        said.append(f"  {place.file}:{place.line}", style="dim")
    return Group(Text(entry.id, style="bold"), Padding(said, (0, 0, 1, 2)))


def rules(
    game: Annotated[str, typer.Argument(help=tell("help.game"))],
    word: Annotated[list[str] | None, typer.Argument(help=tell("help.word"))] = None,
) -> None:
    from chapterhouse.cli.misuse import unknown
    from chapterhouse.cli.screen import console
    from chapterhouse.cli.setting import find_game
    from chapterhouse.games.rulebook import rulebook

    room = find_game(game)
    voice = voice_for(room.id)
    wanted = " ".join(word or [])
    found = search(room, voice, wanted)
    if not found:
        raise unknown("rule", wanted, [entry.id for entry in rulebook(room)])
    screen = console()
    for entry in found:
        screen.print(worded(entry, voice))
