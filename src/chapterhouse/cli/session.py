"""One game in the terminal: people type, bots answer, and the file is always as new as the last question."""

from __future__ import annotations

import contextlib
import difflib
import pathlib
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.table import Table as Grid
from rich.text import Text

from chapterhouse.bots import make
from chapterhouse.bots import play as let_play
from chapterhouse.cli import saves
from chapterhouse.cli.check import SHOWN
from chapterhouse.cli.language import choose, tell, texts_for
from chapterhouse.cli.play import ME
from chapterhouse.cli.screen import console, log_lines, outcome_says, progress
from chapterhouse.games.seats import seat_says
from chapterhouse.play.notation import fold, forms, in_language
from chapterhouse.play.seeds import for_bot

if TYPE_CHECKING:
    from chapterhouse.games.protocol import Refusal, View
    from chapterhouse.play.table import Action, Table
    from chapterhouse.texts import Texts

INTERRUPTED = 130  # 128 + SIGINT, as shells count
FEW = 6  # actions that are listed with their whole sentences
MANY = 30  # actions that are listed without being asked for
SLOW = ("master", "search", "bare")  # bots that may think for a second or two
COMMANDS = ("why", "hint", "undo", "save", "log", "rules", "list", "show", "help", "quit")


class Quit(Exception):
    """The player leaves the table."""


def match(text: str, legal: list[Action], texts: Texts) -> list[Action]:
    """The actions that somebody may mean: by number, by notation, in the words of the language, or by the beginnings
    of either's words."""
    typed = fold(text)
    words = typed.split()
    if len(words) == 1 and words[0].isdecimal():
        number = int(words[0])
        return legal[number - 1 : number] if number else []
    if not words:
        return []
    exact = [action for action in legal if action.words == typed]
    exact = exact or [action for action in legal if typed in forms(action.words, texts)]
    if exact:
        return exact

    def is_meant(form: str) -> bool:
        whole = form.split()
        return len(whole) == len(words) and all(
            w == g or (w.startswith(g) and not g.isdecimal()) for w, g in zip(whole, words, strict=True)
        )

    begun = [action for action in legal if is_meant(action.words)]
    return begun or [action for action in legal if any(map(is_meant, forms(action.words, texts)))]


class Session:
    """One game in the terminal. `seats[i]` is "me" or the name of a bot."""

    def __init__(self, table: Table, seats: list[str], file: pathlib.Path, *, has_curtain: bool = True) -> None:
        self.table, self.seats, self.file = table, seats, file
        self.texts = texts_for(table.game.id, table.names)
        self.screen = console()
        self.people = [seat for seat, who in enumerate(seats) if who == ME]
        self.minds = {
            seat: make(who, table.engine.name, for_bot(table.seed, table.players, seat))
            for seat, who in enumerate(seats)
            if who != ME
        }
        self.told = dict.fromkeys([*self.people, None], table.ply)  # decisions of which each viewer has read
        self.at_screen: int | None = None
        is_terminal = self.screen.is_terminal and sys.stdin.isatty()
        self.has_curtain = has_curtain and is_terminal and len(self.people) > 1
        self.commands: dict[str, Callable[[str], None]] = {
            "why": self.why,
            "hint": self.hint,
            "undo": self.undo,
            "save": self.save,
            "log": self.log,
            "rules": self.rules,
            "list": self.list_all,
            "show": self.show_again,
            "help": self.help,
            "quit": self.quit,
        }
        if set(seats) - {ME, "random", "sensible", "squire"}:
            table.engine.compile_in_background()  # those that look ahead do so much further compiled
        if is_terminal:
            self._complete_words()

    # ── the course of the game ───────────────────────────────────────────────────────────────────────────────────

    def run(self) -> int:
        """Play to the end, or until somebody leaves; the exit code."""
        name = choose(self.texts, "game.name", self.table.game.id)
        begun = tell("play.begin", game=name, n=self.table.players, seed=self.table.seed)
        if self.table.commitment:
            begun = tell("play.sealed", game=name, n=self.table.players, seal=self.table.commitment[:SHOWN])
        self.keep()  # where it cannot be saved at all, nothing begins
        self.screen.print(begun, tell("play.hint") if self.people else "")
        self.tell_levels()
        try:
            while not self.table.over:
                seat = self.table.to_act
                assert seat is not None
                if seat in self.minds:
                    with self.thinking(seat):
                        let_play(self.table, self.minds[seat], seat)
                    if not self.people:
                        self.tell_news(None)
                else:
                    self.ask(seat)
            self.end()
        except (Quit, EOFError):
            return self.leave()
        except KeyboardInterrupt:
            self.screen.print()
            return self.leave() or INTERRUPTED
        except BaseException:
            self.keep()
            raise
        return 0

    def tell_levels(self) -> None:
        """Which level each bot has, where they are levels."""
        bots = {seat: who for seat, who in enumerate(self.seats) if self.texts.has(f"level.{who}")}
        if self.people and bots:
            told = [
                Text.assemble(seat_says(seat, self.texts), ": ", self.texts(f"level.{who}"))
                for seat, who in bots.items()
            ]
            self.screen.print(Text(" · ").join(told))

    def thinking(self, seat: int) -> contextlib.AbstractContextManager[object]:
        """What is shown while a bot decides that may take its time; it goes when it has."""
        if self.seats[seat] not in SLOW:
            return contextlib.nullcontext()
        return self.screen.status(Text.assemble(seat_says(seat, self.texts), f": {tell('play.thinking')}…"))

    def keep(self) -> None:
        saves.write(self.table, self.seats, self.file)

    def try_to_keep(self) -> bool:
        """Save; where that fails, say so and let the game go on."""
        try:
            self.keep()
        except OSError as e:
            message = tell("play.cannot_save", file=self.file, why=e.strerror or e)
            self.screen.print(message, style="yellow", markup=False)
            return False
        return True

    def leave(self) -> int:
        """Save, and say how to come back; the exit code."""
        if not self.try_to_keep():
            return 1
        self.screen.print(tell("play.saved", file=self.file), soft_wrap=True)
        self.screen.print(f"  chapterhouse play --resume {self.file}", style="bold", soft_wrap=True, markup=False)
        return 0

    def end(self) -> None:
        """The last lines, the last drawing and who won."""
        self.try_to_keep()
        viewer = self.people[0] if len(self.people) == 1 else None
        self.tell_news(viewer)
        self.screen.print(self.table.game.terminal(self.view(viewer), self.texts))
        self.screen.print(outcome_says(self.table, self.texts))
        self.screen.print(tell("play.replay", file=self.file), soft_wrap=True, markup=False)

    def ask(self, seat: int) -> None:
        """Let a person decide; returns once the decision is made, or taken back."""
        self.try_to_keep()
        self.draw_curtain(seat)
        self.show(seat)
        ply = self.table.ply
        while self.table.ply == ply:
            line = self.screen.input(Text.assemble(seat_says(seat, self.texts), " > ")).strip()
            if line:
                self.obey(line)
            else:
                self.show(seat)

    def draw_curtain(self, seat: int) -> None:
        """Hide what the last person saw before the next one looks."""
        if self.has_curtain and seat != self.at_screen:
            self.screen.clear()
            self.screen.input(
                Text.assemble(tell("play.curtain_to"), " ", seat_says(seat, self.texts), tell("play.curtain_key"))
            )
            self.screen.clear()
        self.at_screen = seat

    # ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────

    def view(self, seat: int | None) -> View:
        return self.table.view(seat, self.texts.language)

    def tell_news(self, seat: int | None) -> None:
        """The lines of the log that this viewer has not read."""
        since = min(self.told[seat], self.table.ply)
        for line in log_lines(self.table.log(seat, self.texts, since), self.texts):
            self.screen.print(line)
        self.told[seat] = self.table.ply

    def show(self, seat: int) -> None:
        """News, the table, the question, and what can be done."""
        self.tell_news(seat)
        view = self.view(seat)
        self.screen.rule(seat_says(seat, self.texts), style="dim")
        self.screen.print(self.table.game.terminal(view, self.texts))
        self.screen.print(Text(view["prompt"], style="bold"))
        self.list_actions(view, MANY)

    def list_actions(self, view: View, most: int | None = None) -> None:
        """The legal actions with their numbers and what each would do."""
        # a long list has one line an action; `why` says the whole sentence
        widest = max((len(action["typed"]) for action in view["legal"]), default=0)
        space = max(self.screen.width - widest - 8, 10) if len(view["legal"]) > FEW else None
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", style="cyan", no_wrap=True)
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column()
        for number, action in enumerate(view["legal"][:most], 1):
            says = Text(action["says"])
            if space is not None:
                says.truncate(space, overflow="ellipsis")
            grid.add_row(str(number), action["typed"], says)
        self.screen.print(grid)
        left = len(view["legal"]) - (most or len(view["legal"]))
        if left > 0:
            self.screen.print(tell("play.more", n=left), style="dim")

    # ── what is typed ────────────────────────────────────────────────────────────────────────────────────────────

    def obey(self, line: str) -> None:
        """An action, or a command."""
        meant = match(line, self.table.legal, self.texts)
        if len(meant) == 1:
            self.table.act(meant[0])
            return
        name, _, rest = line.partition(" ")
        name = {"?": "help", "q": "quit", "exit": "quit"}.get(name.lower(), name.lower())
        if name in self.commands:
            self.commands[name](rest.strip())
        elif meant:
            several = ", ".join(in_language(action.words, self.texts) for action in meant[:8])
            self.screen.print(tell("play.ambiguous", all=several), markup=False)
        elif line.isdecimal():
            self.screen.print(tell("play.no_number", n=len(self.table.legal)))
        else:
            self.refuse(line)

    def refuse(self, line: str) -> None:
        """Say why this cannot be done, or that there is no such action."""
        from chapterhouse.play.errors import BadNotation

        try:
            refused = self.table.explain(line, language=self.texts.language)
        except BadNotation:
            known = [*self._typed(), *COMMANDS]
            near = difflib.get_close_matches(line.lower(), known, 3, 0.5)
            hint = tell("unknown.near", near=tell("or").join(near)) if near else tell("play.try_help")
            self.screen.print(f"{tell('play.no_action', given=line)} {hint}", markup=False)
            return
        self.screen.print(Text(tell("play.can")) if refused is None else self.refused(refused))

    def refused(self, refusal: Refusal) -> Text:
        rule = f"  [{refusal.rule}]" if refusal.rule else ""
        return Text.assemble((refusal.says(self.texts), "yellow"), (rule, "dim"))

    def why(self, given: str) -> None:
        """Why an action cannot be done; or what it would do."""
        if not given:
            self.screen.print(tell("play.why_what"))
            return
        meant = match(given, self.table.legal, self.texts)
        if len(meant) != 1:
            self.refuse(given)
            return
        legal = self.view(self.table.to_act)["legal"]
        entry = next(entry for entry in legal if entry["code"] == meant[0].code)
        self.screen.print(Text.assemble(tell("play.can"), " ", (entry["typed"], "bold"), f": {entry['says']}"))

    def hint(self, _: str) -> None:
        """The best choices of who is asked, and what each is expected to bring."""
        self.table.engine.compile_in_background()
        try:
            with progress(tell("play.thinking")) as bar:
                told = self.table.hint(texts=self.texts, progress=lambda part: bar(round(100 * part), 100))
        except KeyboardInterrupt:
            self.screen.print(tell("play.no_hint"))  # who stops the thinking does not leave the table
            return
        grid = Grid.grid(padding=(0, 2, 0, 0))
        choices = told.to_json(self.texts)["choices"]
        for advice in choices:
            grid.add_row(
                Text(in_language(advice["words"], self.texts), style="bold"),
                Text("" if told.is_rough else tell("play.advice", percent=round(100 * advice["chance"]))),
                Text(advice["expects"]),
                Text(advice["does"], style="dim"),
            )
        self.screen.print(grid)
        self.screen.print(Text(f"{choices[0]['facts']} {choices[0]['why']}".strip()))

    def undo(self, _: str) -> None:
        """Back to the last decision of a person, over those of bots, unless something new was seen since."""
        from chapterhouse.play.errors import UndoRefused

        before = self.table.at(self.table.ply)
        try:
            while before.undo().seat not in self.people:
                pass
        except UndoRefused as e:
            self.screen.print(self.refused(e.refusal))
            return
        taken = self.table.history[before.ply]
        self.table = before
        for viewer, told in self.told.items():
            self.told[viewer] = min(told, before.ply)
        self.screen.print(tell("play.undone", action=in_language(taken.words, self.texts)), markup=False)

    def save(self, given: str) -> None:
        """Save now; with a file, from now on there."""
        before = self.file
        if given:
            self.file = pathlib.Path(given).expanduser()
        if not self.try_to_keep():
            self.file = before
        else:
            self.screen.print(tell("play.saved_now", file=self.file), soft_wrap=True, markup=False)

    def log(self, _: str) -> None:
        """The whole game so far."""
        for line in log_lines(self.table.log(self.table.to_act, self.texts), self.texts):
            self.screen.print(line)

    def rules(self, given: str) -> None:
        """Rules with this word."""
        from chapterhouse.cli.rules import search, worded

        matches = search(self.table.game, self.texts, given)
        for entry in matches:
            self.screen.print(worded(entry, self.texts, is_with_places=False))
        if not matches:
            self.screen.print(tell("unknown.rule", given=given), markup=False)

    def list_all(self, _: str) -> None:
        """Every legal action."""
        self.list_actions(self.view(self.table.to_act))

    def show_again(self, _: str) -> None:
        """The table once more."""
        assert self.table.to_act is not None
        self.show(self.table.to_act)

    def help(self, _: str) -> None:
        """How the game is played, and what can be typed."""
        if self.texts.has("game.how"):
            self.screen.print(Text(self.texts("game.how")))
        self.screen.print(Text(tell("play.help")))

    def quit(self, _: str) -> None:
        raise Quit

    def _typed(self) -> list[str]:
        """The legal actions as they are typed: in the words of the language, and in the notation itself."""
        legal = [action.words for action in self.table.legal]
        return list(dict.fromkeys([*(in_language(words, self.texts) for words in legal), *legal]))

    def _complete_words(self) -> None:
        """Tab completes notation and commands."""
        with contextlib.suppress(ImportError):
            import readline

            def complete(_: str, state: int) -> str | None:
                begun = readline.get_line_buffer().lower()
                whole = [w for w in (*self._typed(), *COMMANDS) if w.startswith(begun)]
                return whole[state][readline.get_begidx() :] if state < len(whole) else None

            readline.set_completer(complete)
            readline.parse_and_bind("tab: complete")
