"""The bodies of requests, which are checked by these models, and of answers, which are documented by them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from chapterhouse.server.tables.create import FILE_LIMIT, is_visible

Mode = Literal["bots", "friends", "one_screen", "watch"]
Language = Literal["en", "it", "es", "fr"]
SeatNumber = Annotated[int, Field(ge=0, le=7)]
Step = Annotated[int, Field(ge=0, le=1_000_000)]
RequestId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]


def _printable(text: str) -> str:
    if not is_visible(text):
        raise ValueError("only letters that can be seen")
    return text


Printable = AfterValidator(_printable)
PlayerName = Annotated[str, StringConstraints(strip_whitespace=True, max_length=24), Printable]
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16,128}$")]
Action = Annotated[str, StringConstraints(max_length=200)] | Annotated[int, Field(ge=0, le=65535)]
FileText = Annotated[
    str,
    Field(
        description="The text of a data file, TOML, by the name of its option",
        json_schema_extra={"maxLength": FILE_LIMIT},
    ),
]


class Body(BaseModel):
    """What a client sends: nothing but the fields named."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Clock(Body):
    """Time for each decision. `soft` shows overtime; `hard` lets a bot decide."""

    seconds: Annotated[int, Field(ge=5, le=7 * 24 * 3600)]
    end: Literal["soft", "hard"] = "soft"


class Chair(Body):
    """Who sits where in a new table: `you`, `open` (a link) or `bot`."""

    kind: Literal["you", "open", "bot"]
    bot: Annotated[str, StringConstraints(max_length=40)] | None = None
    name: PlayerName = ""


class NewTable(Body):
    """A table to be created."""

    game: Annotated[str, StringConstraints(max_length=40)]
    mode: Mode = "bots"
    players: Annotated[int, Field(ge=1, le=8)] | None = None
    options: Annotated[dict[str, Any], Field(max_length=40)] = {}
    data: Annotated[dict[str, FileText], Field(max_length=8)] = {}
    bot: Annotated[str, StringConstraints(max_length=40)] = "sensible"
    name: PlayerName = ""
    chairs: Annotated[list[Chair], Field(max_length=8)] | None = None
    clock: Clock | None = None
    pace: Annotated[float, Field(ge=0, le=10)] = 0.6
    hints: Annotated[bool, Field(description="Null: where one person plays against bots alone")] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    wait: Annotated[bool, Field(description="With friends: nothing is dealt until you start it")] = False


class LobbyChair(Body):
    """A seat before the start: `open` for a person (who sits there has to go), or played by a `bot`."""

    seat: SeatNumber
    kind: Literal["open", "bot"]
    bot: Annotated[str, StringConstraints(max_length=40)] | None = None


class LobbyChange(Body):
    """What the host of a table that waits wants otherwise; what is not named stays. `bot`: plays where nobody sits at
    the start, and for who is away. `listed`: strangers find the table on the first page."""

    players: Annotated[int, Field(ge=1, le=8)] | None = None
    options: Annotated[dict[str, Any], Field(max_length=40)] = {}
    clock: Clock | None = None
    bot: Annotated[str, StringConstraints(max_length=40)] | None = None
    listed: bool | None = None
    seats: Annotated[list[LobbyChair], Field(max_length=8)] = []


class NewRecord(Body):
    """A saved game, to be looked at or played on."""

    record: dict[str, Any]
    mode: Mode = "one_screen"
    bot: Annotated[str, StringConstraints(max_length=40)] = "sensible"


class Branch(Body):
    """A new table from one moment of another."""

    ply: Step
    mode: Mode = "bots"
    seat: SeatNumber = 0
    bot: Annotated[str, StringConstraints(max_length=40)] = "sensible"


class SeatBody(Body):
    """A request for one seat; without it for the only one that the caller holds."""

    seat: SeatNumber | None = None
    request: RequestId | None = None


class NewDecision(SeatBody):
    """A decision, as notation or code, and the step that it answers."""

    action: Action
    step: Step
    forced: Annotated[bool, Field(description="Made by the page, as it is the only thing that can be done")] = False
    now: bool = True
    narrow: bool = False
    after: Step | None = None


class NewWalk(SeatBody):
    """Go to a thing of the picture, several steps away; by which way, where it matters."""

    to: Annotated[str, StringConstraints(max_length=40)]
    step: Step
    way: Annotated[int, Field(ge=0, le=99)] | None = None
    narrow: bool = False
    after: Step | None = None


class NewPace(SeatBody):
    """How long bots take at least, in seconds; below 0 they wait for a word before each decision."""

    pace: Annotated[float, Field(ge=-1, le=10)]


class HintsAllowed(SeatBody):
    """Whether who is asked may have a hint."""

    allowed: bool


class NewUndo(SeatBody):
    """Take the last decision back."""

    step: Step
    now: bool = True
    narrow: bool = False


class Question(SeatBody):
    """Why can this not be done?"""

    action: Action


class NewName(SeatBody):
    """What a seat is called."""

    name: PlayerName


class NewBot(SeatBody):
    """Let a bot play a seat on; without a name the table's own."""

    bot: Annotated[str, StringConstraints(max_length=40)] | None = None


class Claim(Body):
    """Sit down with the token of a link, or without one at an open table; `seat` where it can be chosen."""

    token: Token | None = None
    name: PlayerName = ""
    seat: SeatNumber | None = None


class PushKeys(Body):
    """With what a message is sealed for one browser, in base64url."""

    p256dh: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{80,100}=*$")]
    auth: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{20,30}=*$")]


class NewPush(Body):
    """A browser's subscription: the address of its push service, by HTTPS and public, and its keys."""

    endpoint: Annotated[str, StringConstraints(max_length=1000)]
    keys: PushKeys


class OldPush(Body):
    """A subscription that is not wanted any more."""

    endpoint: Annotated[str, StringConstraints(max_length=1000)]


class NewMessage(SeatBody):
    """Something to be said at the table."""

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), Printable]


# ── answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class Error(BaseModel):
    """Every error."""

    error: str
    rule: str | None = None
    message: str
    faults: list[str] = []
    step: int | None = None
    option: Annotated[str, Field(description="The file option whose data has the faults")] | None = None


class OptionValue(BaseModel):
    """One value of an option, in words."""

    value: Any
    text: str


class OptionInWords(BaseModel):
    """One option of a game, in words. `kind`: choice, seat or file."""

    name: str
    kind: str
    title: str
    help: str
    default: Any
    values: list[OptionValue]


class Preset(BaseModel):
    """A game that can be begun without looking at its options. `id`: first, family, rulebook or expert."""

    id: str
    bot: str
    players: int
    options: dict[str, Any]


class GameInWords(BaseModel):
    """A game as the home page shows it."""

    id: str
    name: str
    subtitle: str
    tagline: str
    how: str
    players: tuple[int, int]
    minutes: tuple[int, int]
    options: list[OptionInWords]
    presets: list[Preset]
    bots: list[str]


class Compiled(BaseModel):
    """How far the rules of a game are compiled."""

    mode: Literal["plain", "jit"]
    done: int
    total: int
    failed: bool


class Engine(BaseModel):
    """How far the rules are compiled; `ready` when all are."""

    ready: bool
    games: dict[str, Compiled]


class Offer(BaseModel):
    """What is on offer."""

    version: str
    games: list[GameInWords]
    languages: dict[str, str]
    engine: Engine


class RuleText(BaseModel):
    """A rule in our words, under its id."""

    rule: str
    title: str
    text: str


class Rules(BaseModel):
    """All rules of a game."""

    game: str
    rules: list[RuleText]


class SeatLink(BaseModel):
    """A link that lets who opens it sit down."""

    seat: int
    kind: str
    link: str | None = None
    token: str | None = None


class TableCreated(BaseModel):
    """A new table. Tokens and links are told only here, to who created it."""

    id: str
    url: str
    mode: Mode
    seats: list[SeatLink]
    watch: str
    waiting: Annotated[bool, Field(description="Nothing is dealt until its host starts it")]


class LobbySeat(BaseModel):
    """A seat of a table that waits. `kind`: you, human, open or bot; `host`: who can start the game sits there."""

    seat: int
    name: str
    kind: str
    bot: str | None
    here: bool
    host: bool


class Lobby(BaseModel):
    """A table before the start. `host`: did the caller create it?, `invitation`: its one link, for the host alone."""

    id: str
    url: str
    game: str
    waiting: bool
    host: bool
    yours: list[int]
    players: int
    options: dict[str, Any]
    bot: str
    clock: Clock | None
    listed: bool
    may_list: bool
    seats: list[LobbySeat]
    invitation: str | None


class Started(BaseModel):
    """A table whose game has begun."""

    id: str
    url: str


class OpenTable(BaseModel):
    """A table that waits for strangers too; `language`: what its host reads."""

    id: str
    url: str
    game: str
    names: list[str]
    players: int
    free: int
    bots: int
    seconds: Annotated[int, Field(description="Time for each decision")] | None
    language: str
    at: float


class OpenTables(BaseModel):
    """Open tables, the latest first."""

    tables: list[OpenTable]


class MyTable(BaseModel):
    """One of a visitor's games."""

    id: str
    url: str
    game: str
    mode: Mode
    names: list[str]
    ply: int
    over: bool
    waiting: Annotated[bool, Field(description="Not started yet")]
    host: Annotated[bool, Field(description="You created it")]
    your_turn: bool
    asked: list[str]
    won: Annotated[bool, Field(description="One of your seats has won")]
    winners: Annotated[list[str], Field(description="Empty while it runs, and where it is not known yet")]
    due: Annotated[float, Field(description="When the time for the decision is up, in Unix seconds")] | None
    created: float
    at: float


class Mine(BaseModel):
    """The visitor's games."""

    tables: list[MyTable]


class SeatNow(BaseModel):
    """Who sits in a seat. `kind`: you, human, open, bot, or away (a person's seat that a bot plays on).

    `free_from`: from when on, in Unix seconds, others may let a bot play it; null while they may not."""

    seat: int
    name: str
    kind: str
    bot: str | None
    here: bool
    free_from: float | None
    asked: bool
    overtime: bool


class ClockNow(BaseModel):
    """The clock: when each asked seat's time is up, in Unix seconds."""

    seconds: int
    end: Literal["soft", "hard"]
    due: dict[str, float]


class LogLine(BaseModel):
    """A sentence of the log. `seat` is -1 when it is about nobody. `who` decided; `by` says who did it for them, if
    anybody: bot, clock, or forced where there was nothing else to do."""

    ply: int
    seat: int
    text: str
    rule: str
    by: str = ""
    who: int = -1


class Plain(BaseModel):
    """Progress of compilation, while the rules run plain."""

    done: int
    total: int


class LegalAction(BaseModel):
    """Something that can be done now: `words` is the notation, `typed` the same in the viewer's language."""

    code: int
    words: str
    typed: str
    says: str


class Outcome(BaseModel):
    """How the game ended; rank 1 is the best, and ties share it. `reason`: a key of `ends` on the page."""

    ranks: list[int]
    scores: list[int]
    reason: str
    winners: list[int]


class View(BaseModel):
    """What the viewer may know: these fields for every game, and the game's own beside them."""

    model_config = ConfigDict(extra="allow")

    game: str
    version: int
    seat: int | None
    players: int
    ply: int
    to_act: int | None
    asked: list[int]
    over: bool
    options: dict[str, Any]
    names: list[str]
    prompt: str
    legal: list[LegalAction]
    outcome: Outcome | None


class Record(BaseModel):
    """A saved game: what it began with, and every decision as [seat, notation, fingerprint of what came of it]."""

    chapterhouse: int
    game: str
    rules: int
    options: dict[str, Any]
    data: dict[str, Any]
    names: list[str] | None
    start: dict[str, Any]
    actions: list[tuple[int, str, str]]
    taken_back: Annotated[
        list[tuple[int, int, list[str]]] | None,
        Field(description="Against bots alone: after how many decisions, by whom, and what was taken back"),
    ] = None


class Deal(BaseModel):
    """How the game began. `secret`: from a deal that nobody could foresee, `commitment` is the hash of its seed, which
    the record opens at the end; `seed`: from a seed that who created the table chose; `record`: from a game begun
    before."""

    kind: Literal["secret", "seed", "record"]
    commitment: str | None


class AidPart(BaseModel):
    """A step of a turn, or a power; `now`: the one of this moment."""

    title: str
    text: str
    rule: str
    now: bool


class AidPoints(BaseModel):
    """Some points of a seat and what they are for; `late`: the end would add them as things stand."""

    text: str
    points: int
    rule: str
    late: bool


class Aid(BaseModel):
    """What lies beside the board; a game may have nothing of it."""

    turn: list[AidPart]
    powers: list[AidPart]
    points: Annotated[list[list[AidPoints]], Field(description="By seat")]
    notes: Annotated[list[str], Field(description="Facts that matter to the seat that is asked")]


class Now(BaseModel):
    """All that a page shows of a table."""

    id: str
    game: str
    mode: Mode
    step: int
    ply: int
    over: bool
    seat: int | None
    yours: list[int]
    host: bool
    view: View
    picture: str | None
    aid: Aid
    log: list[LogLine]
    log_from: int
    can_undo: bool
    undo_why: str
    points: list[str]
    taken_back: int
    walks: bool
    pace: float
    hints: bool
    can_pace: bool
    can_step: bool
    hides: bool
    seats: list[SeatNow]
    clock: ClockNow | None
    thinking: list[int]
    chat: int
    rematch: str | None
    deal: Deal
    plain: Plain | None


class Decision(BaseModel):
    """A decision that is stored, or an undo, for which `words` is null."""

    step: int
    ply: int
    seat: int
    words: str | None
    now: Now | None


class Walked(BaseModel):
    """A walk that is stored; or the ways there are, where it matters which one is taken."""

    step: int
    ways: list[str]
    message: Annotated[str, Field(description="Why nobody can go there now")]
    now: Now | None


class Forgotten(BaseModel):
    """A table that is no longer in the visitor's list."""

    id: str


class PushKey(BaseModel):
    """What the server signs with, as base64url; null where it tells nobody."""

    key: str | None


class Explanation(BaseModel):
    """Why something can or cannot be done."""

    legal: bool
    rule: str | None
    message: str


class Claimed(BaseModel):
    """A seat that was taken. `token`: what a program without a token of its own is known by from now on."""

    id: str
    seat: int
    url: str
    token: str | None


class Links(BaseModel):
    """Links that the host may give away."""

    seats: list[SeatLink]
    watch: str


class Message(BaseModel):
    """A message. `seat` is null for one of before the start, when seats still change hands."""

    id: int
    seat: int | None
    name: str
    text: str
    at: float


class Chat(BaseModel):
    """Messages, the oldest first."""

    chat: list[Message]


class Moment(BaseModel):
    """The table as it stood after so many decisions, through some eyes."""

    id: str
    ply: int
    plies: int
    eyes: str
    over: bool
    view: View
    picture: str
    log: list[LogLine]


class Advised(BaseModel):
    """A choice: what it does, what speaks for it, its part of the thinking, the chance to win after it, and the points
    that each seat is expected to have at the end, one's own in words too (none where only the net judged)."""

    code: int
    words: str
    does: str
    expects: str
    facts: str
    why: str
    share: float
    chance: float
    points: list[float]


class Hint(BaseModel):
    """The best choices of a seat, the best first, from what it may know; and every seat's chance to win. A rough one
    tried too little for chances to mean anything, and has one choice."""

    step: int
    seat: int
    ply: int
    chances: list[float]
    choices: list[Advised]
    rough: bool
    simulations: int
    seconds: float


class Better(BaseModel):
    """What would have been better: its notation, the same in the reader's language, and the chance to win after it."""

    words: str
    typed: str
    chance: float


class Reviewed(BaseModel):
    """A decision: the chance to win that it gave away and the one that it left, where that was searched, and what
    would have been better, if anything. `ply`: how many decisions had been made before it."""

    ply: int
    seat: int
    forced: bool
    words: str
    typed: str
    loss: float
    chance: float | None
    best: Better | None


class WholeReview(BaseModel):
    """A game looked at afterwards. `known` and `true`: by ply, then seat, the chance to win as the seat could know it
    and as it was; `curves`: both drawn, one SVG a seat; `turning`: the plies of what cost
    most, the worst first."""

    plies: int
    turning: list[int]
    decisions: list[Reviewed]
    known: list[list[float]]
    true: list[list[float]]
    losses: list[float]
    curves: list[str]


class Review(BaseModel):
    """How far a review is. `can_start`: whether the caller may have it made, or stop it."""

    state: Literal["none", "waiting", "running", "failed", "done"]
    done: float
    can_start: bool
    review: WholeReview | None


class Printed(BaseModel):
    """What every view of this table would hold of the printed data: the same all game long, so asked for once."""

    printed: dict[str, Any]


class Log(BaseModel):
    """The log as the viewer may know it."""

    log: list[LogLine]
