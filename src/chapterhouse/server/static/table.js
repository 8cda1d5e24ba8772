// The table: draws what it is sent, posts actions, listens for events. It knows no rules.

import { $, ask, data, draw, isNarrow, logLine, requestId, rulesOf, seal, toast } from './common.js';

const texts = data('texts');
let now = data('now');
const FEW = 6;  // so many actions are spelt out; more are a click away
let chosen = null;      // an action that waits to be confirmed
let behindCurtain = null;  // the seat the device is being handed to
let busy = false;
const base = `/api/tables/${now.id}`;
const rules = rulesOf(now.game);
const title = document.title;
const muted = new Set(JSON.parse(localStorage.getItem('muted') ?? '[]'));

// ── drawing ────────────────────────────────────────────────────────────────────────────────────────────────────────

function show(next, fresh = false) {
  const stepped = next.step !== now.step || fresh;
  now = next;
  const handTo = whoIsHanded();
  if (handTo !== null) return curtain(handTo);
  $('curtain').hidden = true;
  if (now.picture !== null) draw($('picture'), now.picture);
  const mine = now.view.legal.length > 0;
  if (stepped) { chosen = null; $('why').textContent = ''; }
  $('asked').textContent = now.view.prompt;
  $('prompt').classList.toggle('yours', mine);
  $('would').textContent = '';
  $('undo').disabled = !now.can_undo;
  acts();
  addLog();
  people();
  ending();
  $('plain').textContent = now.plain ? texts.compiling.replace('{done}', now.plain.done).replace('{total}', now.plain.total) : '';
  if (mine && stepped) alertTurn(); else if (!mine) document.title = title;
}

function acts() {
  const list = now.view.legal.map(action => {
    const li = document.createElement('li');
    const button = document.createElement('button');
    button.textContent = action.says;
    button.dataset.words = action.words;
    button.addEventListener('click', () => act(action.words));
    li.append(button);
    return li;
  });
  $('acts').replaceChildren(...list);
  $('can').hidden = list.length === 0;
  $('can').open = list.length <= FEW;
  $('can-count').textContent = `(${list.length})`;
  $('notation').replaceChildren(...now.view.legal.map(action => Object.assign(document.createElement('option'), { value: action.words })));
  $('say').hidden = now.view.legal.length === 0;
  confirming();
}

function confirming() {
  $('confirm').hidden = chosen === null;
  if (chosen !== null) {
    const action = now.view.legal.find(a => a.words === chosen);
    $('confirm-yes').textContent = texts.doIt.replace('{action}', action ? action.says : chosen);
  }
}

function addLog() {
  const log = $('log');
  for (const li of [...log.children]) if (Number(li.dataset.ply) > now.log_from) li.remove();
  log.prepend(...now.log.map(line => logLine(line, now.game, texts, rules)).reverse());
}

function people() {
  $('people').replaceChildren(...now.seats.map(s => {
    const li = document.createElement('li');
    const here = Object.assign(document.createElement('span'), { className: s.here || s.kind === 'bot' ? 'here on' : 'here' });
    const name = Object.assign(document.createElement('b'), { textContent: s.name || now.view.names[s.seat] });
    const kind = { you: texts.you, open: texts.open, bot: texts.isBot, away: texts.away }[s.kind];
    li.append(seal(s.seat), name, Object.assign(document.createElement('span'), { className: 'note', textContent: kind ?? '' }), here, Object.assign(document.createElement('span'), { className: 'sp' }));
    const own = now.yours.includes(s.seat);
    if (!now.over && (own || s.kind === 'open' || (s.kind === 'human' && !s.here)) && s.kind !== 'away') li.append(seatButton(texts.bot, 'bot', s.seat));
    if (!now.over && own && s.kind === 'away') li.append(seatButton(texts.back, 'back', s.seat));
    return li;
  }));
}

function seatButton(text, verb, seat) {
  const button = Object.assign(document.createElement('button'), { className: 'btn small', textContent: text });
  button.addEventListener('click', () => post(verb, { seat }).then(refresh));
  return button;
}

function ending() {
  $('over').hidden = !now.over;
  if (!now.over) return;
  const { names, outcome } = now.view;
  $('over-title').textContent = texts.win.replace('{who}', outcome.winners.map(w => names[w]).join(', '));
  $('over-reason').textContent = now.reason ?? '';
  const order = names.map((_, seat) => seat).sort((a, b) => outcome.ranks[a] - outcome.ranks[b]);
  $('over-ranks').replaceChildren(...order.map(seat => {
    const li = document.createElement('li');
    li.value = outcome.ranks[seat];
    li.append(seal(seat), ` ${names[seat]}: ${outcome.scores[seat]}`);
    return li;
  }));
}

// ── doing ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const post = (verb, body) => ask(`${base}/${verb}`, { ...body, request: requestId() }).catch(failed);

function failed(error) {
  $('why').textContent = error.rule ? `${error.message} (${error.rule})` : error.message;
  if (error.error === 'stale') refresh();
  return null;
}

async function act(words) {
  if ($('set-confirm').checked && chosen !== words) {
    chosen = words;
    confirming();
    $('confirm-yes').focus();
    return;
  }
  if (busy) return;
  busy = true;
  const done = await post('act', { action: words, step: now.step, seat: now.seat, narrow: isNarrow(), after: now.step });
  busy = false;
  if (done?.now) show(done.now); else if (done) refresh();
}

async function why(words) {
  const said = await ask(`${base}/why`, { action: words, seat: now.seat }).catch(error => error);
  if (said.legal) return act(words);
  $('why').textContent = said.rule ? `${said.message} (${said.rule})` : said.message;
}

async function undo() {
  const done = await post('undo', { step: now.step, seat: now.seat, narrow: isNarrow() });
  if (done) refresh(true);
}

async function refresh(whole = false) {
  const seat = now.seat === null ? '' : `&seat=${now.seat}`;
  const after = whole ? '' : `&after=${now.step}`;
  const next = await ask(`${base}?narrow=${isNarrow()}${seat}${after}`).catch(error => { toast(error.message); return null; });
  if (next) show(next, whole);
}

// ── one screen: the device is handed over behind a curtain ─────────────────────────────────────────────────────────

function whoIsHanded() {
  if (now.yours.length < 2 || now.over) return null;
  const asked = now.view.asked.filter(seat => now.yours.includes(seat));
  return asked.length && !asked.includes(now.seat) ? asked[0] : null;
}

function curtain(seat) {
  behindCurtain = seat;
  const name = now.view.names[seat];
  $('picture').replaceChildren();
  $('acts').replaceChildren();
  $('log').replaceChildren();
  $('curtain-seal').replaceChildren(seal(seat));
  $('curtain-who').textContent = texts.hand.replace('{who}', name);
  $('curtain-lift').textContent = texts.lift.replace('{who}', name);
  $('curtain').hidden = false;
  $('curtain-lift').focus();
}

$('curtain-lift').addEventListener('click', () => {
  now.seat = behindCurtain;
  behindCurtain = null;
  refresh(true);
});

// ── telling ────────────────────────────────────────────────────────────────────────────────────────────────────────

function alertTurn() {
  if (!document.hidden) { document.title = title; return; }
  document.title = `● ${texts.yourTurn}`;
  if (window.Notification?.permission === 'granted') new Notification(texts.yourTurn, { body: now.view.prompt, tag: now.id });
}
document.addEventListener('visibilitychange', () => { if (!document.hidden) document.title = title; });
$('set-notify').addEventListener('click', () => window.Notification?.requestPermission());

function tick() {
  const clock = now.clock;
  if (!clock) return;
  const seat = now.view.asked.find(s => clock.due[s] !== undefined);
  if (seat === undefined) { $('clock').textContent = ''; return; }
  const left = Math.round(clock.due[seat] - Date.now() / 1000);
  const late = left < 0;
  const m = Math.floor(Math.abs(left) / 60), s = Math.abs(left) % 60;
  $('clock').textContent = `${now.view.names[seat]} ${late ? '+' : ''}${m}:${String(s).padStart(2, '0')}`;
  $('clock').classList.toggle('late', late);
}
setInterval(tick, 1000);

function said(message) {
  if (document.querySelector(`#chat [data-id="${message.id}"]`)) return;
  const li = document.createElement('li');
  li.dataset.id = message.id;
  li.dataset.who = message.name;
  li.hidden = muted.has(message.name);
  if (message.seat !== null && message.seat >= 0) li.append(seal(message.seat), ' ');
  li.append(Object.assign(document.createElement('b'), { textContent: `${message.name}: ` }), message.text, ' ');
  const button = Object.assign(document.createElement('button'), { className: 'small', textContent: texts.mute });
  button.addEventListener('click', () => {
    if (muted.has(message.name)) muted.delete(message.name); else muted.add(message.name);
    localStorage.setItem('muted', JSON.stringify([...muted]));
    for (const each of $('chat').children) if (each.dataset.who === message.name && each !== li) each.hidden = muted.has(message.name);
    button.textContent = muted.has(message.name) ? texts.unmute : texts.mute;
  });
  li.append(button);
  $('chat').append(li);
}

// ── listening ──────────────────────────────────────────────────────────────────────────────────────────────────────

function listen() {
  const seat = now.seat === null ? '' : `?seat=${now.seat}`;
  const stream = new EventSource(`${base}/events${seat}`);
  let lost = false;
  stream.addEventListener('table', event => {
    const seen = JSON.parse(event.data);
    if (busy) return;
    if (seen.step !== now.step || seen.seats !== now.revision || seen.over !== now.over) refresh();
    now.revision = seen.seats;
  });
  stream.addEventListener('chat', event => said(JSON.parse(event.data)));
  stream.addEventListener('open', () => { if (lost) { lost = false; toast(''); refresh(); } });
  stream.addEventListener('error', () => { lost = true; toast(texts.lost); if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 3000); });
}

const targetOf = event => event.target.closest?.('[data-act]');
$('picture').addEventListener('click', event => {
  const target = targetOf(event);
  if (target) (target.classList.contains('lit') ? act : why)(target.dataset.act);
});
$('picture').addEventListener('keydown', event => {
  const target = targetOf(event);
  if (target && (event.key === 'Enter' || event.key === ' ')) { event.preventDefault(); (target.classList.contains('lit') ? act : why)(target.dataset.act); }
});
for (const kind of ['pointerover', 'focusin']) {
  $('picture').addEventListener(kind, event => {
    const words = targetOf(event)?.dataset.act;
    $('would').textContent = now.view.legal.find(a => a.words === words)?.says ?? '';
  });
}
$('say').addEventListener('submit', event => {
  event.preventDefault();
  const words = $('words').value.trim();
  if (words) { $('words').value = ''; act(words); }
});
$('confirm-yes').addEventListener('click', () => chosen && act(chosen));
$('confirm-no').addEventListener('click', () => { chosen = null; confirming(); });
$('undo').addEventListener('click', undo);
$('rename').addEventListener('submit', event => { event.preventDefault(); if ($('my-name').value.trim()) post('name', { name: $('my-name').value.trim(), seat: now.seat }).then(() => refresh(true)); });
$('talk').addEventListener('submit', event => {
  event.preventDefault();
  const text = $('talk-text').value.trim();
  if (text) { $('talk-text').value = ''; post('chat', { text, ...(now.seat === null ? {} : { seat: now.seat }) }).then(m => m && said(m)); }
});
$('rematch').addEventListener('click', () => ask(`${base}/rematch`, {}).then(made => { location.href = made.url; }).catch(failed));
$('set-confirm').checked = localStorage.getItem('confirm') === '1';
$('set-confirm').addEventListener('change', () => { localStorage.setItem('confirm', $('set-confirm').checked ? '1' : '0'); chosen = null; confirming(); });
$('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const theme = root.dataset.theme === 'candle' ? 'day' : 'candle';
  root.dataset.theme = theme;
  fetch('/theme', { method: 'POST', body: new URLSearchParams({ theme, back: location.pathname }), redirect: 'manual' });
});
document.addEventListener('keydown', event => {
  if (event.target.matches?.('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '/') { event.preventDefault(); $('words').focus(); }
  if (event.key === 'u' && !$('undo').disabled) undo();
});
document.addEventListener('click', event => {
  const copy = event.target.closest?.('.copy');
  if (copy) navigator.clipboard?.writeText(copy.dataset.copy).then(() => toast(texts.copied));
});
window.matchMedia('(max-width: 760px)').addEventListener('change', () => refresh(true));

// the page comes with a wide drawing; a phone asks for its own
if (isNarrow() || (now.seat === null && now.yours.length > 1)) {
  if (now.yours.length > 1 && now.seat === null) { const handed = whoIsHanded(); if (handed !== null) curtain(handed); else show(now, true); } else refresh(true);
} else show(now, true);
ask(`${base}/chat?after=0`).then(answer => answer.chat.forEach(said)).catch(() => {});
listen();
