// The table: draws what it is sent, posts actions, listens for events. It knows no rules.

import { follow } from './events.js';
import { beside } from './guide.js';
import { byKeys, controlsChanged, isMeant } from './hands.js';
import { hintControl } from './hint.js';
import { logBook } from './log.js';
import { numbersOf } from './numbers.js';
import { zoomControl } from './zoom.js';
import { chime, stayAwake, tremble } from './pocket.js';
import { subscribe } from './push.js';
import { talk } from './chat.js';
import { speedControl } from './speed.js';
import { $, ask, copy, data, draw, isNarrow, isSameMarkup, isStill, make, markMoved, narrow, piecesOf, requestId, ruleLink, rulesOf, rulesPanel, savePng, seal, serverTime, tellAbout, themeButton, toast } from './common.js';

const texts = data('texts');
let now = { ...data('now'), picture: $('drawing').innerHTML };  // as markup it takes less than as JSON
let wasMine = true;     // whether it was this page's turn when it was last shown; who opens a page sees whose turn it is
let chosen = null;      // what waits to be confirmed: { key, says, run }
let since = new Map();  // where the pieces stood when the player last acted
let forced = '';        // the last decision that was made for the player, as there was no other
let typed = '';         // digits that are being typed
let numbers = new Map();  // the number that stands for each action
let eyes = now.seat;    // the seat this page looks through; one device may hold several
let behindCurtain = null;  // the seat the device is being handed to
let wantsList = false;  // whether the list of actions was opened by hand
let drawn = null;       // the picture that stands there
let turning = null;     // where the game turned is looked for once, when it is over
let wasPlayed = false;  // whether it was not over when this page was opened
let place = null;       // where the player acts from: 'picture', 'acts' or neither; focus comes back there after a change
const base = `/api/tables/${now.id}`;
const rules = rulesOf(now.game);
const title = document.title;
const about = tellAbout(data('help'), rules, words => saysOf(words), texts);
const openRules = rulesPanel(rules);
const zoom = zoomControl($('picture'));
const book = logBook(texts, rules);
const guide = beside(texts.guide);
const chat = talk({ id: now.id, texts, nameOf: seat => nameOf(seat), isOwn: message => (message.seat === null ? now.yours.some(seat => nameOf(seat) === message.name) : now.yours.includes(message.seat)), tell: toast });

const isStacked = () => window.matchMedia('(max-width: 1180px)').matches;
const saysOf = words => now.view.legal.find(a => a.words === words)?.says ?? '';
const nameOf = seat => now.view.names[seat];

// ── showing ────────────────────────────────────────────────────────────────────────────────────────────────────────

function show(next, fresh = false) {
  const stepped = next.step !== now.step || fresh;
  now = next;
  const handTo = whoIsHanded();
  if (handTo !== null && now.hides) return curtain(handTo);
  if (handTo !== null) { eyes = handTo; refresh(true); return; }
  liftCurtain();
  const focused = document.activeElement?.closest?.('#picture [id]')?.id;
  const redrawn = !$('picture').firstChild || !isSameMarkup(now.picture, drawn);
  if (redrawn) {
    about.hide();
    draw($('picture'), drawn = now.picture);
    if (since.size) markMoved($('picture'), since); else since = piecesOf($('picture'));
  }
  $('picture').classList.toggle('walks', now.walks);
  const mine = now.view.legal.length > 0;
  if (stepped) { chosen = null; typed = ''; why(''); $('would').textContent = ''; controlsChanged(); }
  if ($('asked').textContent !== now.view.prompt) $('asked').textContent = now.view.prompt;
  $('prompt').classList.toggle('yours', mine);
  $('undo').setAttribute('aria-disabled', String(!now.can_undo));
  $('undo').title = now.can_undo || !now.undo_why ? texts.undo : `${texts.undo}: ${now.undo_why}`;
  $('undo').hidden = now.over || now.seat === null;
  if (stepped) acts();
  people();
  ending();
  book.show(now);
  guide.show(now, stepped);
  speed.show(now);
  hint.show(now, stepped);
  compiling(now.plain);
  if (stepped || redrawn) comeBack(focused);
  if (stepped) { scrollToLit(); tellTable(); }
  document.title = mine ? `● ${texts.yourTurn} · ${title}` : title;
  if (mine && !wasMine) alertTurn();
  wasMine = mine;
  stayAwake(mine);
  if (stepped) onlyChoice();
  rest();
}

function acts() {
  numbers = numbersOf(now.view.legal);
  const list = now.view.legal.map(action => {
    const number = numbers.get(action.words);
    const button = make('button', { type: 'button' }, make('kbd', { textContent: number, ariaHidden: 'true' }), action.says);
    button.dataset.words = action.words;
    button.setAttribute('aria-keyshortcuts', [...number].join(' '));
    button.addEventListener('click', event => { if (isMeant(event, action.words)) act(action.words); else slipped(button); });
    return make('li', {}, button);
  });
  $('acts').replaceChildren(...list);
  $('can').hidden = list.length === 0;
  const shown = new Set(lit().map(target => target.dataset.act));
  $('can').open = false;  // as it is measured
  const isInReach = now.view.legal.every(action => shown.has(action.words)) && howFarToLit() !== null;
  const isAllShown = now.view.legal.every(action => shown.has(action.words));
  $('can').open = wantsList || byKeys || (isStacked() ? !isInReach : !isAllShown);  // who points at the picture needs no list
  $('can-count').textContent = `(${list.length})`;
  $('notation').replaceChildren(...now.view.legal.map(action => make('option', { value: action.typed })));
  confirming();
}

// A click that was not taken is seen, so that nobody thinks the page is asleep.
function slipped(target) { target.classList.remove('slip'); target.getBoundingClientRect(); target.classList.add('slip'); }

function confirming() {
  $('confirm').hidden = chosen === null;
  if (chosen !== null) $('confirm-yes').textContent = texts.doIt.replace('{action}', chosen.says.match(/^.*?[.:](?=\s|$)/)?.[0].slice(0, -1) ?? chosen.says);  // its first sentence; the whole stands above
}

function why(message, rule) {
  $('why').replaceChildren(...(message ? [message] : []));
  if (!rule) return;
  const link = ruleLink(rule, '…');
  rules().catch(() => ({})).then(all => { link.textContent = all[rule]?.title ?? rule; });
  $('why').append(' ', link);
}

let comesFree;
function people() {
  let soonest = Infinity;
  $('people').replaceChildren(...now.seats.map(s => {
    const isHere = s.here || s.kind === 'bot';
    const kind = { you: texts.you, open: texts.open, bot: texts.levels[s.bot] ? `${texts.isBot}, ${texts.levels[s.bot]}` : texts.isBot, away: texts.away, human: isHere ? '' : texts.gone }[s.kind];
    const notes = [kind, s.overtime ? texts.late : ''].filter(Boolean).join(', ');
    const li = make('li', {}, seal(s.seat), make('b', { textContent: s.name }), make('span', { className: 'note', textContent: notes }), make('span', { className: isHere ? 'here on' : 'here' }), make('span', { className: 'sp' }));
    const own = now.yours.includes(s.seat);
    const wait = own ? 0 : s.free_from === null ? Infinity : s.free_from + 2 - serverTime();  // clocks may differ by 2 s
    if (!now.over && now.yours.length && wait <= 0 && !['away', 'bot'].includes(s.kind)) li.append(seatButton(texts.bot, 'bot', s.seat));
    soonest = Math.min(soonest, wait > 0 ? wait : Infinity);
    if (!now.over && own && s.kind === 'away') li.append(seatButton(texts.back, 'back', s.seat));
    if (own && now.mode === 'friends') li.append(giveButton(s.seat), leaveButton(s.seat));
    return li;
  }));
  for (const button of document.querySelectorAll('.renew')) button.parentElement.hidden = now.seats[button.dataset.seat].kind !== 'open';
  clearTimeout(comesFree);
  if (soonest < Infinity) comesFree = setTimeout(people, Math.min(soonest, 3600) * 1000);
  const mine = now.seats.find(s => s.seat === now.seat);
  $('is-away').hidden = now.over || mine?.kind !== 'away';
  const gone = now.over ? [] : now.seats.filter(s => s.asked && s.kind === 'human' && !s.here);
  $('gone').hidden = gone.length === 0;
  $('gone').textContent = texts.goneNow.replace('{who}', gone.map(s => s.name).join(', '));
  $('taken-back').hidden = !now.taken_back;
  $('taken-back').textContent = texts.takenBack.replace('{n}', now.taken_back);
  $('watching').hidden = now.over || now.yours.length > 0;
  $('rename').hidden = $('talk').hidden = now.seat === null;
  $('say').hidden = now.seat === null;
}

function seatButton(text, verb, seat) {
  const button = make('button', { type: 'button', className: 'btn small', textContent: text });
  button.addEventListener('click', () => post(verb, { seat }).then(() => refresh(true)));
  return button;
}

// A seat is passed on by a link of its own, which whoever holds the seat gives away.
function giveButton(seat) {
  const button = make('button', { type: 'button', className: 'btn small', textContent: texts.give });
  button.addEventListener('click', async () => {
    const given = await post('give', { seat });
    if (!given) return;
    $('given').replaceChildren(make('p', { className: 'note', textContent: texts.giveHelp }), linkField(given.link));
    $('given').hidden = false;
  });
  return button;
}

function linkField(link) {
  const copying = make('button', { type: 'button', className: 'btn small copy', textContent: texts.copy });
  copying.dataset.copy = link;
  return make('p', {}, make('input', { type: 'text', readOnly: true, value: link, ariaLabel: texts.give }), ' ', copying);
}

function leaveButton(seat) {
  const button = make('button', { type: 'button', className: 'btn small', textContent: texts.leave });
  button.addEventListener('click', () => {
    if (window.confirm(texts.leaveAsk)) post('leave', { seat }).then(done => done && location.reload());
  });
  return button;
}

function ending() {
  $('over').hidden = !now.over;
  if (!now.over) { wasPlayed = true; return; }
  turning ??= import('./turning.js').then(({ tellTurningPoints }) => tellTurningPoints(texts.turning, now, wasPlayed));
  if (isStacked() && !$('dock').contains($('over'))) {  // its buttons are where the thumb is
    $('dock').prepend($('over'));
    $('prompt').hidden = true;
    $('dock').scrollTop = 0;
  }
  const { names, outcome } = now.view;
  const isAlone = now.yours.length === 1, you = isAlone && outcome.winners.length === 1 && outcome.winners[0] === now.yours[0];
  $('over-title').textContent = you ? texts.winYou : texts.win.replace('{who}', outcome.winners.map(w => names[w]).join(', '));
  $('over-reason').textContent = texts.ends[outcome.reason] ?? '';
  const order = names.map((_, seat) => seat).sort((a, b) => outcome.ranks[a] - outcome.ranks[b]);
  $('over-ranks').replaceChildren(...order.map(seat => {
    const isYou = now.yours.includes(seat) && (isAlone || now.mode !== 'one_screen');
    const name = make('b', { textContent: `${names[seat]}${isYou ? ` (${texts.you})` : ''}: ${now.points[seat]}` });
    const parts = make('span', { className: 'parts', textContent: (now.aid.points[seat] ?? []).map(part => part.text).join(', ') });
    return make('li', { value: outcome.ranks[seat] }, seal(seat), ' ', name, parts);
  }));
  $('rematch').hidden = now.yours.length === 0;
  if (now.rematch) $('rematch').textContent = texts.next;
}

function compiling(how) {
  $('plain').textContent = how?.total ? texts.compiling.replace('{done}', how.done).replace('{total}', how.total) : '';
}
setInterval(async () => {
  if (!now.plain || document.hidden) return;
  const engine = await ask('/api/engine').catch(() => null);
  const mine = engine?.games[now.game];
  if (mine) { now.plain = mine.mode === 'jit' ? null : mine; compiling(now.plain); }
}, 5000);

// The table in words, for who cannot see the picture: fetched while its panel is open.
async function tellTable() {
  if (!$('words-panel').open || !$('curtain').hidden) return;
  const step = now.step;
  const answer = await fetch(`/table/${now.id}/words${now.seat === null ? '' : `?seat=${now.seat}`}`);
  if (answer.ok && step === now.step) $('in-words').innerHTML = await answer.text();
}
$('words-panel').addEventListener('toggle', tellTable);

// ── focus ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const lit = () => [...$('picture').querySelectorAll('.lit')];

document.addEventListener('focusin', event => {
  if (event.target.closest('#picture')) place = 'picture';
  else if (event.target.closest('#acts')) place = 'acts';
  else if (!event.target.closest('#confirm')) place = null;
});

// After a change: the same thing again, or the first that can be done, or at least the same region.
function comeBack(id) {
  if (!byKeys || place === null || (document.activeElement && document.activeElement !== document.body && document.activeElement !== $('picture') && !$('confirm').contains(document.activeElement))) return;
  const kept = place;
  const same = id && $(id)?.classList.contains('lit') ? $(id) : null;
  const to = kept === 'acts' ? $('acts').querySelector('button') ?? $('asked') : same ?? lit()[0] ?? $('picture');
  to.focus({ preventScroll: true });
  place = kept;
}

// How far to scroll so that all that is lit stands between the top and the dock; null when there is too much for that.
function howFarToLit() {
  const boxes = lit().map(target => target.getBoundingClientRect());
  if (!boxes.length) return 0;
  const dock = $('dock'), gap = 8;
  const floor = (getComputedStyle(dock).position === 'fixed' ? dock.getBoundingClientRect().top : window.innerHeight) - gap;
  const top = Math.min(...boxes.map(b => b.top)) - gap, bottom = Math.max(...boxes.map(b => b.bottom));
  if (bottom - top > floor) return null;
  return Math.min(top, 0) || Math.max(bottom - floor, 0);
}

function scrollToLit() {
  if (zoom.isOn()) lit()[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const far = howFarToLit();
  if (far) window.scrollBy({ top: far, behavior: isStill() ? 'instant' : 'smooth' });
  else if (far === null) backToBoard();
}

// Where more is lit than can be seen at once, at least the board's beginning comes into view, if none of it is.
function backToBoard() {
  const { top, bottom } = $('picture').getBoundingClientRect();
  if (isStacked() && (bottom < 120 || top > window.innerHeight / 2)) $('picture').scrollIntoView({ block: 'start', behavior: isStill() ? 'instant' : 'smooth' });
}

const centre = element => { const r = element.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };

// Arrows go to the nearest thing in that direction: what is lit, and what can be asked about.
function roam(from, [dx, dy]) {
  const [x, y] = centre(from);
  let best = null, least = Infinity;
  for (const to of $('picture').querySelectorAll('[data-act], [role=img][id]')) {
    if (to === from || to.contains(from)) continue;
    const [a, b] = centre(to);
    const along = (a - x) * dx + (b - y) * dy, aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (along > 4 && along + 2.5 * aside < least) { least = along + 2.5 * aside; best = to; }
  }
  if (!best) return;
  if (!best.hasAttribute('tabindex')) best.setAttribute('tabindex', '-1');
  best.focus();
}

function jump() {
  const all = lit();
  const to = all[(all.indexOf(document.activeElement) + 1) % all.length];
  if (to) { to.focus(); to.scrollIntoView({ block: 'nearest' }); }
}

// ── doing ──────────────────────────────────────────────────────────────────────────────────────────────────────────

// One question after another: an event that comes while an action is under way is looked into after it.
let queue = Promise.resolve();
const inTurn = work => (queue = queue.then(work, work));
let waiting = null, wholly = false, acting = false, ownStep = -1;

function refresh(whole = false) {
  wholly ||= whole;
  return (waiting ??= inTurn(async () => {
    waiting = null;
    const all = wholly;
    wholly = false;
    const behind = behindCurtain, seen = behind === null ? eyes : null;  // behind the curtain, what anybody may see
    const seat = seen === null ? '' : `&seat=${seen}`;
    const next = await ask(`${base}?narrow=${isNarrow()}${seat}${all ? '' : `&after=${now.step}`}`).catch(error => {
      if (error.error === 'curtain') { eyes = null; refresh(true); return null; }  // the device goes to another
      toast(error.status ? error.message : texts.lost);
      if (!error.status || error.status >= 429) setTimeout(() => refresh(all), 3000);
      return null;
    });
    const isSame = behind === behindCurtain && (behind !== null || seen === eyes);
    if (next && isSame && (all || next.step >= now.step)) show(next, all);
  }));
}

const hint = hintControl(texts, base, words => act(words));
const speed = speedControl(texts, (verb, body) => post(verb, body));
const post = (verb, body) => ask(`${base}/${verb}`, { ...body, request: requestId() }).catch(failed);

function failed(error) {
  if (error.error === 'stale' || !error.status) refresh(true).then(() => why(error.status ? error.message : texts.lost));
  else why(error.message, error.rule);
  return null;
}

// Ask first, where the player wants it so; true when it is to be done now.
function isSure(key, says, run) {
  why('');
  if (!$('set-confirm').checked || chosen?.key === key) return true;
  chosen = { key, says, run };
  confirming();
  if (byKeys) $('confirm-yes').focus();
  return false;
}

// Send what the player does; a slow network shows that it is on its way.
async function send(verb, body) {
  if (acting) { $('would').textContent = texts.sending; return null; }
  acting = true;
  if (byKeys) place ??= 'picture';  // the next decision gets the focus, wherever this one was taken
  since = piecesOf($('picture'));
  const slow = setTimeout(() => { $('prompt').classList.add('sending'); $('would').textContent = texts.sending; }, 300);
  let done = null;
  await inTurn(async () => {
    done = await post(verb, { ...body, step: now.step, seat: now.seat, narrow: isNarrow(), after: now.step });
    clearTimeout(slow);
    $('prompt').classList.remove('sending');
    if ($('would').textContent === texts.sending) $('would').textContent = '';
    if (done?.now) { ownStep = done.now.step; show(done.now); } else if (done && !done.ways) refresh();
  });
  acting = false;
  onlyChoice();
  return done;
}

async function act(words, isForced = false) {
  if (!isForced && !isSure(words, saysOf(words) || words, () => act(words))) return;
  await send('act', { action: words, forced: isForced });
}

// Go to a thing several steps away. Which way is asked only where it matters.
async function walk(to, otherwise, way = null) {
  if (!isSure(`to ${to}`, texts.goThere, () => walk(to, otherwise))) return;
  const kept = now.step;
  const done = await send('walk', { to, way });
  if (done?.message) { if (otherwise && kept === now.step) whyNot(otherwise); else why(done.message); return; }
  if (!done?.ways?.length) return;
  why(texts.whichWay);
  $('why').append(...done.ways.map((says, n) => {
    const button = make('button', { type: 'button', className: 'btn small', textContent: says });
    button.addEventListener('click', () => { chosen = { key: `to ${to}` }; walk(to, otherwise, n); });
    return button;
  }));
}

// What can only be decided in one way is decided and told, where the player wants it so.
function onlyChoice() {
  const [only, ...others] = now.view.legal;
  if (!only || others.length || !$('set-forced').checked || acting || now.seat === null || now.seats[now.seat].kind === 'away' || !$('curtain').hidden) return;
  const at = `${now.ply} ${only.words}`, step = now.step;
  if (forced === at) return;  // it was taken back: now it is asked
  setTimeout(() => {
    if (now.step !== step || acting) return;
    forced = at;
    toast(texts.onlyChoice.replace('{action}', only.says), false, false);
    act(only.words, true);
  }, 500);
}

async function whyNot(words) {
  why('');
  if (now.seat === null) { why(texts.watching); return; }
  const said = await ask(`${base}/why`, { action: words, seat: now.seat }).catch(error => error);
  if (said.legal) act(words); else why(said.message, said.rule);
}

async function undo() {
  why('');
  if (!now.can_undo) { why(now.undo_why); return; }
  if (acting) return;
  acting = true;
  const done = await inTurn(() => post('undo', { step: now.step, seat: now.seat, now: false }));
  acting = false;
  if (done) refresh(true);
}

// ── one screen: the device is handed over behind a curtain ─────────────────────────────────────────────────────────

function whoIsHanded() {
  if (now.yours.length < 2 || now.over) return null;
  const asked = now.view.asked.filter(seat => now.yours.includes(seat));
  return asked.length && !asked.includes(eyes) ? asked[0] : null;
}

function curtain(seat) {
  behindCurtain = seat;
  hint.clear();
  for (const id of ['picture', 'acts', 'log', 'in-words', 'why', 'would', 'asked', 'notation', 'recap', 'said']) $(id).replaceChildren();
  guide.hide();
  $('curtain-seal').replaceChildren(seal(seat));
  $('curtain-who').textContent = texts.hand.replace('{who}', nameOf(seat));
  $('curtain-lift').textContent = texts.lift.replace('{who}', nameOf(seat));
  $('curtain').hidden = false;
  $('main').inert = true;
  about.hide();
  $('curtain-lift').focus();
}

function liftCurtain() {
  if ($('curtain').hidden) return;
  $('curtain').hidden = true;
  $('main').inert = false;
  place = 'picture';
}

$('curtain-lift').addEventListener('click', () => {
  eyes = behindCurtain;
  behindCurtain = null;
  refresh(true);
});

// ── telling ────────────────────────────────────────────────────────────────────────────────────────────────────────

function alertTurn() {
  if ($('set-vibrate').checked) tremble();
  if ($('set-sound').checked) chime();
  if (!document.hidden || window.Notification?.permission !== 'granted') return;
  try {
    const note = new Notification(texts.yourTurn, { body: now.view.prompt, tag: now.id });
    note.addEventListener('click', () => { window.focus(); note.close(); });
  } catch { /* a phone lets only installed pages do this; the title of the tab tells it too */ }
}
$('set-notify').addEventListener('click', async () => {
  const answer = await window.Notification?.requestPermission();
  toast(answer === 'granted' ? texts.notifyOn : texts.notifyOff);
  if (answer === 'granted' && now.yours.length) subscribe();  // so that it is told too when no page is open
});

function tick() {
  const due = now.clock?.due;
  const seat = due && now.view.asked.find(s => due[s] !== undefined);
  if (seat === undefined || seat === null || now.over) { $('clock').textContent = ''; return; }
  const left = Math.round(due[seat] - serverTime());
  const m = Math.floor(Math.abs(left) / 60), s = Math.abs(left) % 60;
  $('clock').textContent = `${nameOf(seat)} ${left < 0 ? '+' : ''}${m}:${String(s).padStart(2, '0')}`;
  $('clock').classList.toggle('late', left < 0);
  $('clock').classList.toggle('last', left >= 0 && left <= 10);
}
setInterval(tick, 1000);

// ── listening ──────────────────────────────────────────────────────────────────────────────────────────────────────

let later, seats, unfollow = null, isLost = false;
function listen() {
  unfollow = follow({
    table: now.id,
    seat: now.seat,
    worker: data('worker'),
    on: {
      table(seen) {
        const isOwn = seen.step === ownStep && seen.step === now.step && seen.seats === seats;
        [ownStep, seats] = [-1, seen.seats];
        if (isOwn) return;  // the answer to our own action has told it already
        clearTimeout(later);
        if (seen.step !== now.step || seen.over !== now.over || acting || waiting) refresh();
        else later = setTimeout(refresh, 400);  // somebody came, went or changed a name
      },
      chat: message => chat.show(message),
      open() { if (isLost) { isLost = false; toast(''); refresh(true); } },
      lost(refused) { isLost = true; toast(refused ? texts.polling : texts.lost, true); },
      poll() { refresh(); chat.load(); },
    },
  });
}
// a game that is over changes no more
function rest() { if (now.over && unfollow) { unfollow(); unfollow = null; toast(''); } }

// ── hands ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const isSending = () => $('prompt').classList.contains('sending');
const targetOf = event => event.target.closest?.('#picture [data-act]');
const roomOf = event => (now.walks ? event.target.closest?.('#picture [id^="room-"]') : null);
const touch = target => {
  if (target.classList.contains('lit')) act(target.dataset.act);
  else if (now.walks && target.id.startsWith('room-')) walk(target.id, target.dataset.act);
  else whyNot(target.dataset.act);
};
$('picture').addEventListener('click', event => {
  const target = targetOf(event) ?? roomOf(event);
  if (!target) { why(''); return; }
  if (isMeant(event, target.dataset.act ?? target.id)) touch(target); else slipped(target);
});
for (const kind of ['pointerover', 'focusin']) {
  $('picture').addEventListener(kind, event => { if (!isSending()) $('would').textContent = saysOf(targetOf(event)?.dataset.act); });
}
$('picture').addEventListener('pointerleave', () => { if (!isSending()) $('would').textContent = ''; });
for (const kind of ['pointerover', 'focusin']) {
  $('acts').addEventListener(kind, event => {
    const words = event.target.dataset.words;
    for (const target of lit()) target.classList.toggle('meant', target.dataset.act === words);
  });
}
$('can').querySelector('summary').addEventListener('click', () => { wantsList = !$('can').open; });
$('say').addEventListener('submit', event => {
  event.preventDefault();
  const words = $('words').value.trim();
  if (words) { $('words').value = ''; act(now.view.legal.find(a => a.typed === words.toLowerCase())?.words ?? words); }
});
$('confirm-yes').addEventListener('click', () => chosen?.run());
const notYet = () => { chosen = null; confirming(); comeBack(); };
$('confirm-no').addEventListener('click', notYet);
$('undo').addEventListener('click', undo);
$('take-back').addEventListener('click', () => post('back', { seat: now.seat }).then(() => refresh(true)));
$('rename').addEventListener('submit', event => {
  event.preventDefault();
  const name = $('my-name').value.trim();
  if (name) post('name', { name, seat: now.seat }).then(() => refresh(true));
});
$('talk').addEventListener('submit', event => {
  event.preventDefault();
  const text = $('talk-text').value.trim();
  if (text) { $('talk-text').value = ''; chat.say(text, now.seat, requestId()).catch(failed); }
});
$('share').addEventListener('click', () => {
  const url = new URL(`/replay/${now.id}`, location.href).href;
  if (navigator.share && isTouched) navigator.share({ title: document.title, url }).catch(() => {}); else copy(url, texts.copied);
});
$('rematch').addEventListener('click', () => ask(`${base}/rematch`, {}).then(made => { location.href = made.url; }).catch(failed));
const isTouched = window.matchMedia('(pointer: coarse)').matches;  // a finger covers what it taps: look first, then confirm
for (const [id, key, usual] of [['set-confirm', 'confirm', isTouched ? '1' : '0'], ['set-keys', 'keys', '1'], ['set-forced', 'forced', '1'], ['set-sound', 'sound', '0'], ['set-vibrate', 'vibrate', '0']]) {
  $(id).checked = (localStorage.getItem(key) ?? usual) === '1';
  $(id).addEventListener('change', () => { localStorage.setItem(key, $(id).checked ? '1' : '0'); chosen = null; confirming(); });
}
const pictureAt = () => `${base}/picture.svg?eyes=${now.seat ?? 'watch'}&narrow=${isNarrow()}`;
$('save-svg').addEventListener('click', () => { make('a', { href: pictureAt(), download: `${now.game}-${now.ply}.svg` }).click(); });
$('save-png').addEventListener('click', () => savePng(pictureAt(), `${now.game}-${now.ply}.png`).catch(error => toast(error.message)));

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('dialog')) return;
  if (event.key === 'Escape') {
    about.hide();
    if (chosen !== null) notYet(); else if (event.target.id === 'words') jump();
    return;
  }
  if (event.target.matches?.('input, textarea, select') || !$('curtain').hidden) return;
  if (typed && !/^([0-9]|Enter|Backspace|Shift)$/.test(event.key)) { typed = ''; $('would').textContent = ''; }
  const target = typed && event.key === 'Enter' ? null : targetOf(event);  // a number that was typed is meant, not what has the focus
  if (target && (event.key === 'Enter' || event.key === ' ')) { event.preventDefault(); touch(target); return; }
  if (event.key === 'Tab' && !event.shiftKey && document.activeElement === document.body && lit().length) { event.preventDefault(); jump(); return; }  // from the mouse to the keys
  if (ARROWS[event.key] && event.target.closest('#picture')) { event.preventDefault(); roam(event.target, ARROWS[event.key]); return; }
  if (!$('set-keys').checked) return;
  const does = {
    a: jump,
    h: () => about.more(),
    g: () => guide.toggle(),
    '/': () => { $('can').open = true; $('words').focus(); },
    u: undo,
    i: hint.ask,
    '?': () => $('keys').showModal(),
    '+': zoom.nearer,
    '-': zoom.farther,
    r: openRules,
    w: () => { $('words-panel').open = true; $('in-words').focus(); },
    t: () => { $('chat-panel').open = true; $('talk-text').focus(); },
  }[event.key];
  if (does) { event.preventDefault(); does(); return; }
  if (/^[0-9]$/.test(event.key) || (typed && ['Enter', 'Backspace'].includes(event.key))) { event.preventDefault(); typeNumber(event.key); }
});

// Digits choose the action that has this number; Enter does it.
function typeNumber(key) {
  const meant = () => now.view.legal.find(action => numbers.get(action.words) === typed);
  if (key === 'Enter') { const action = meant(); typed = ''; if (action) act(action.words); else why(texts.noNumber); return; }
  typed = key === 'Backspace' ? typed.slice(0, -1) : (typed + key).slice(-4);
  why('');
  $('would').textContent = typed && `${typed}: ${meant()?.says ?? '–'}`;
}
document.addEventListener('click', async event => {
  const renewing = event.target.closest?.('.renew');
  if (renewing) {
    const links = await post('renew', { seat: Number(renewing.dataset.seat) });
    const link = links?.seats.find(l => l.seat === Number(renewing.dataset.seat))?.link;
    if (link) { renewing.parentElement.querySelector('input').value = link; renewing.parentElement.querySelector('.copy').dataset.copy = link; }
  }
  const button = event.target.closest?.('.copy');
  if (button) copy(button.dataset.copy, texts.copied);
});
narrow.addEventListener('change', () => refresh(true));
window.matchMedia('(orientation: portrait)').addEventListener('change', () => setTimeout(scrollToLit, 150));  // a phone that was turned
$('log-all').addEventListener('click', () => $('log-all').setAttribute('aria-expanded', String($('log-all').getAttribute('aria-expanded') !== 'true')));
// on a phone the prompt stands at the bottom, over the page: the page is so much longer
new ResizeObserver(([entry]) => document.documentElement.style.setProperty('--dock', `${Math.ceil(entry.borderBoxSize[0].blockSize)}px`)).observe($('dock'));

if (isTouched && !localStorage.getItem('held')) { localStorage.setItem('held', '1'); toast(texts.hold); }

themeButton();
// the page comes with a wide drawing; a phone asks for its own
if ((whoIsHanded() !== null && now.hides) || !isNarrow()) show(now, true); else refresh(true);
if (!now.over) listen();
