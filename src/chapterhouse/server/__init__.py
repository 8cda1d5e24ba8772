"""The pages and their API: FastAPI, Jinja2, server-sent events, an append-only list of entries a table.

Where things are
----------------
    app, settings, serve       the application, how it runs, and the process
    http/    api/ pages docs   routes: the JSON API, the pages, the API's own page
             auth cookies      who asks
             events gate       event streams; limits, origin and headers in front of all
             schema errors     bodies of requests and answers; errors as JSON or as a page
    tables/  service           all that is done at tables; what the routes call
             registry live     tables in memory
             create clock bots present
             lobby             tables that wait for their host to start
             advice            hints and reviews; look_back, curves: a review in words and pictures
    store/   db queries waiting schema rows migrations backup
    web/     templates static texts

Who is who
----------
A browser has one cookie, `chapterhouse`: a long random *visitor* token (http-only, same-site, hashed at rest). A
visitor holds seats. A seat link `/seat/<token>` lets one visitor sit down, and goes on to `/table/<id>`, so that the
token does not stay in the address bar; once the seat is taken, the link seats nobody else, and who created the table
cannot look or act for it. A seat can be left, passed on by a link of its holder's, and the link of an open seat
renewed. The link to a table as a whole leaves the choice of a free seat. Who knows a table's id may watch it. A program
sends `Authorization: Bearer <token>` instead of the cookie: a token that it got by claiming a seat, or that of its own
seats at a table that it created.
Two more cookies a page may read: `language` (en, it, es, fr) and `theme` (day, candle; none: as the system says).

A table is its list of entries (an action, or the taking back of one). `step` is how many entries there are: it grows
always, while `ply` (decisions made) shrinks by an undo. A decision says with `step` what its page had seen; the server
answers 409 `stale` when the question has changed since. Where seats choose at the same time, another's choice does not
make a page stale. A decision or undo may carry `request`, an id of the page's own choosing (8 to 64 letters, digits, -
or _): the same id a second time changes nothing and returns the first answer.

Modes of a table: `bots` (you against bots), `friends` (a link a seat), `one_screen` (all seats yours, the device is
handed over), `watch` (bots only).

A table of friends may wait (`wait`): people sit down by its one link, each in one seat; its host changes options and
seats, and starts it. Until then nothing is dealt, and everything but its lobby, its events, a claim and `forget`
answers 409 `waiting`. While it is `listed` it is an open table: strangers find it and sit down without the link.

JSON API (described at `/api/docs`, as OpenAPI at `/api/openapi.json`; the models are in `http/schema.py`)
-----------------------------------------------------------------------------------------------
    GET  /api/house                      → Offer: games with all options in words, bots, languages, engine
    GET  /api/engine                     → Engine: {"ready": bool, "games": {id: {"mode", "done", "total"}}}
    GET  /api/rules/{game}               → {"game", "rules": [{"rule", "text"}]}
    GET  /api/data/{game}/{option}       → the game's own file of a file option, TOML; a download
    POST /api/tables            NewTable → 201 TableCreated: id, url, seats with links. `data`: texts of data files
    POST /api/records           NewRecord → 201 TableCreated: a table from a record
    GET  /api/mine                       → {"tables": [MyTable]}: the visitor's games, the most urgent first
    GET  /api/open?game=&spoken=         → {"tables": [OpenTable]}: tables that anybody can join
    GET  /api/tables/{id}/lobby          → Lobby: who sits where before the start, and what will be played
    POST /api/tables/{id}/lobby LobbyChange → Lobby: other options, seats for bots or people; for the host
    POST /api/tables/{id}/start          → {"id", "url"}: deal and begin; for the host
    GET  /api/tables/{id}                → Now: all that a page shows (below)
    GET  /api/tables/{id}/printed        → {"printed"}: what never changes, and no view repeats: a board's geometry
    GET  /api/tables/{id}/events         → text/event-stream (below)
    POST /api/tables/{id}/act    NewDecision → Decision: {"step", "ply", "seat", "words", "now": Now | null}
    POST /api/tables/{id}/why     Question → {"legal", "rule", "message"}
    POST /api/tables/{id}/undo     NewUndo → Decision
    POST /api/tables/{id}/name     NewName → Now
    POST /api/tables/{id}/claim    Claim → {"id", "seat", "url", "token"}: sit down with the token of a link
    POST /api/tables/{id}/leave   SeatBody → Now: your seat is open again
    POST /api/tables/{id}/give    SeatBody → SeatLink: a link that passes your seat on
    POST /api/tables/{id}/renew   SeatBody → Links: a new link to an open seat; for the host
    POST /api/tables/{id}/bot       NewBot → Now: a bot plays this seat on (yours; or one that is open or away)
    POST /api/tables/{id}/back    SeatBody → Now: take your seat back
    GET  /api/tables/{id}/links          → {"seats": [{"seat", "link"}], "watch"}: links to open seats; for the host
    GET  /api/tables/{id}/chat?after=0   → {"chat": [Message]}
    POST /api/tables/{id}/chat  NewMessage → 201 Message (muting is the page's own affair)
    POST /api/tables/{id}/rematch        → 201 TableCreated: the same seats again; later callers get the same table
    GET  /api/tables/{id}/replay?ply=&eyes= → Moment. eyes: a seat, `watch`, `open`; others' and `open` once over
    POST /api/tables/{id}/branch  Branch → 201 TableCreated: a new table from this moment of a game that is over
    POST /api/tables/{id}/hint    SeatBody → Hint: the best choices of your seat; 403 where the table allows no hints
    POST /api/tables/{id}/hints   HintsAllowed → Now: whether it does; for the host
    GET  /api/tables/{id}/review         → Review: how far it is, or all of it (409 `not_over` before the end)
    POST /api/tables/{id}/review         → Review: have it made in the background; for who sat there or created it
    POST /api/tables/{id}/review/stop    → Review: give it up
    GET  /api/tables/{id}/record         → the record (409 `not_over` before the end); a download
    GET  /api/tables/{id}/log            → {"log": [LogLine]} as the viewer may know it; `?as=text` a download
    GET  /api/tables/{id}/picture.svg?ply=&eyes=&narrow=  → SVG that stands alone (PNG is made by the browser from it)
    GET  /healthz, /metrics

Questions all take `language` (else the cookie, else the browser's preference). Those about a table take `seat`, one
that the caller holds. Left out, it is the caller's only seat; who holds several (one screen) or none gets a spectator's
view. Around one screen a running game is shown only to the seat that has the device in hand (403 `curtain` else).

Now (what `GET /api/tables/{id}?seat=&narrow=&picture=&after=` returns):
    id, game, mode, step, ply, over,
    seat        the viewer's seat or null;  yours: seats that the caller holds;  host: did the caller create it?
    view        `Table.view(seat, language)`: to_act, asked, prompt, legal [{code, words, typed, says}], names,
                outcome, … (protocol), without what is printed
    picture     SVG text for the page (symbols and style stand in the page; see `Pages`), null with `picture=false`
    log         lines [{ply, seat, text, rule}] that follow ply `log_from`: drop what the page has with ply > log_from,
                then add. `after` is the `step` of the last Now the page has; left out: the whole log
    hints       whether who is asked may have a hint
    can_undo    whether this seat may take its last decision back
    seats       [{seat, name, kind, bot, here, free_from, asked, overtime}] kind: you | human | open | bot; `bot` is its
                name; a human seat that a bot plays on has kind "away"; `here`: a page of it is open now; `free_from`:
                from when on others may let a bot play it, null while they may not
    clock       null or {seconds, end: soft|hard, due: {seat: unix seconds}}
    thinking    seats for which a bot is at work
    chat        id of the last message;  rematch: id of the next table or null
    deal        how it began: {kind: secret | seed | record, commitment}
    plain       null once the rules are compiled, else {"done", "total"}: the quiet line

Events (`GET /api/tables/{id}/events?seat=`): each has `id: <step>.<seats>.<chat>`; a browser sends it back as
Last-Event-ID and gets what it missed. A slow reader is never queued for: it gets the latest.
    event: table   data: {"step", "ply", "asked", "over", "seats": revision of names and seats}   → ask for Now
    event: chat    data: Message
    event: bye     data: {}     the server stops; the browser comes back by itself (`retry: 1000`)
    a comment line `:` every 15 s

Errors are JSON: {"error": kind, "rule": id or null, "message": sentence in the viewer's language, "faults": [] }
    403 forbidden (no such seat of yours), origin, curtain · 404 not_found · 409 stale, over, not_your_turn, illegal
    (with the rule), undo, not_over, taken, waiting, started · 413 too_large · 421 host · 422 bad_input, bad_notation,
    unplayable (faults lists all) · 429 rate · 503 streams, busy, unavailable. All carry `step` where a table is
    concerned.

Pages (templates in `web/templates/`, files in `web/static/` served under `/static/`)
-----------------------------------------------------------------------------
Every template gets: `t` (a Texts: `t("home.title")`, texts of the server and, at a table, of its game), `language`,
`languages` (code → own name), `theme` ("day" | "candle" | ""), `path` (of this page, for the switches), `house`
(Offer as a dict), `static(name)` (address of a static file with its fingerprint), `symbols(game)` (SVG `<symbol>`s of
house and game, to stand once in a page), `style(game)` (address of their style sheet) and `version`.
    GET  /                  home.html      mine: [MyTable], open: [OpenTable] or null where there is no such list
    GET  /open              open_now.html  open, `?game=&spoken=`: the part that is asked for again
    GET  /lobby/{id}        lobby.html     now: Lobby, game, chosen: options in words, sit: where the form goes, qr
    GET  /lobby/{id}/now    lobby_now.html the part that changes; 204 once the game has been started
    POST /lobby/{id}/sit    form: seat, name → 303; at an open table, or for who sits there already
    GET  /table/{id}        table.html     now: Now (with picture), game: of Offer, links: [{seat, link}] when host,
         watch: URL, help: rules beside things (`Game.help`), ends: how a game can end, in words
    GET  /table/{id}/words  words.html     parts: the table in words, for who cannot see the picture
    GET  /replay/{id}       replay.html    now: Now (without picture), game, plies: int, help
    GET  /review/{id}       review.html    id, names, game, plies, yours, help: a game that is over, looked at again
    GET  /rules/{game}      rules.html     game, chapters: [{id, title, intro, rules: [{rule, title, text, examples}]}]
    GET  /rules/{game}/{id}.svg            a position of the rulebook, `?after=` its action; POST …/{id}/try → 303
    GET  /learn/{game}      learn.html     game, lesson: {title, minutes, steps: [{id, text}], game}
    GET  /learn/{game}/{id}                → {picture, legal, look}; …/answer?action= → {verdict, says, rule, picture}
    POST /learn/{game}/play                the short game at the lesson's end → 303
    GET  /seat/{token}      seat.html      game, seat, name, deal; the link to a table as a whole: lobby.html; 303 to
         the table for who sits there; 404, 409
    POST /seat/{token}      303 to /table/{id} or /lobby/{id}, with the cookie; or 404, 409
    GET  /api/docs          api.html       routes, models
    POST /play              form: game, mode, players, option.<name>, bot, name, clock, clock_end → 303
    POST /language, /theme  form: language | theme, back (a path of this site) → 303
    any error               error.html     status, kind, message
    GET  /style.css         the palettes, and the drawing style of the house and the game `?game=`
    GET  /cover/{game}.svg  the game's picture on the first page (`Game.cover`); `cover(game)` is its address
Data for the ES module stand in `<script type="application/json" id="now">{{ now | json }}</script>` (the filter
`json` makes it safe there; the content policy allows no inline script, and no `style` attribute).
"""
