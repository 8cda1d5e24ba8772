"""`chapterhouse rules`: a rule in our words, its id, and where it is enforced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from chapterhouse.cli.language import choose, tell, texts_for

if TYPE_CHECKING:
    from rich.console import RenderableType

    from chapterhouse.games.protocol import Game
    from chapterhouse.games.rulebook import RuleEntry
    from chapterhouse.games.teaching import Chapter, Example
    from chapterhouse.texts import Texts


def search(game: Game, texts: Texts, word: str) -> list[RuleEntry]:
    """The rules of that id or below it, or else whose id or wording holds all the words."""
    from chapterhouse.games.rulebook import rulebook

    word = word.lower().strip()
    entries = rulebook(game)
    below = [e for e in entries if e.id == word or e.id.startswith(word + ".")]
    if below or not word:
        return below or entries
    contents = {e: f"{e.id} {texts(f'title.{e.id}')} {texts(f'rules.{e.id}')}".lower() for e in entries}
    return [e for e in entries if all(each in contents[e] for each in word.split())]


def worded(entry: RuleEntry, texts: Texts, *, is_with_places: bool = True) -> RenderableType:
    """One rule as people read it."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    text = Text(choose(texts, f"rules.{entry.id}", ""))
    for place in entry.functions if is_with_places else ():
        text.append(f"\n{place.name}", style="cyan")
        text.append(f"  {place.file}:{place.line}", style="dim")
    title = choose(texts, f"title.{entry.id}", entry.id)
    return Group(Text.assemble((title, "bold"), "  ", (entry.id, "dim")), Padding(text, (0, 0, 1, 2)))


def opening(chapter: Chapter, texts: Texts) -> RenderableType:
    """A chapter's title and what it is about."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    title = Text(texts(f"chapter.{chapter.id}"), style="bold underline")
    return Group(title, Padding(Text(texts(f"chapter.{chapter.id}.intro")), (0, 0, 1, 0)))


def shown_by(game: Game, example: Example, texts: Texts) -> RenderableType:
    """An example: what is done and follows, or is refused, and why."""
    from rich.padding import Padding
    from rich.text import Text

    from chapterhouse.play.teaching import told_by_example

    told, is_refused = told_by_example(game, example, texts.language)
    sign = "✗" if is_refused else "→"
    return Padding(Text.assemble((f"{sign} {told} ", "italic"), texts(f"example.{example.id}")), (0, 0, 1, 4))


def rules(
    name: Annotated[str, typer.Argument(metavar="GAME", help=tell("help.game"))],
    word: Annotated[list[str] | None, typer.Argument(metavar="WORD", help=tell("help.word"))] = None,
) -> None:
    from chapterhouse.cli.arguments import find_game
    from chapterhouse.cli.errors import unknown
    from chapterhouse.cli.screen import console
    from chapterhouse.games.rulebook import rulebook
    from chapterhouse.games.teaching import chapters

    game = find_game(name)
    texts = texts_for(game.id)
    wanted = " ".join(word or [])
    matches = search(game, texts, wanted)
    if not matches:
        raise unknown("rule", wanted, [entry.id for entry in rulebook(game)])
    screen = console()
    if wanted or not chapters(game.folder):
        for entry in matches:
            screen.print(worded(entry, texts))
        return
    entries = {entry.id: entry for entry in matches}
    for chapter in chapters(game.folder):
        screen.print(opening(chapter, texts))
        for id in chapter.rules:
            screen.print(worded(entries[id], texts))
            for example in chapter.examples:
                if example.rule == id:
                    screen.print(shown_by(game, example, texts))
