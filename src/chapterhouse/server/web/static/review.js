// A game that is over, looked at again: chances over time, what each decision cost, and what would have been better.

import { $, ask, data, draw, isNarrow, make, narrow, rulesOf, rulesPanel, seal, tellAbout, themeButton, toast } from './common.js';
import { mark, reveal, unmark } from './marks.js';
import { percent, turningLine } from './turning.js';

const texts = data('texts');
const game = data('game');
const base = `/api/tables/${game.id}`;
const rules = rulesOf(game.game);
const say = (text, parts) => Object.entries(parts).reduce((said, [key, value]) => said.replace(`{${key}}`, value), text);
const number = new Intl.NumberFormat(document.documentElement.lang || undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
let review = null;
let at = 0;          // the decision that is looked at; as many as there are: the end
let wanted = 0;
let moment = null;   // what the board shows
let isBegun = false; // whether this page has had the review made
let isStopped = false;
let unknown = 0;     // how often in a row no review was known of: of several servers only one makes it

// ── until it is there ──────────────────────────────────────────────────────────────────────────────────────────────

async function look() {
  const told = await ask(`${base}/review`).catch(error => { $('state').textContent = error.message; return null; });
  if (!told) { setTimeout(look, 5000); return; }
  show(told);
}

function show(told) {
  const isUnderWay = ['waiting', 'running'].includes(told.state);
  $('bar').hidden = $('stop').hidden = !isUnderWay;
  if (!told.can_start) $('stop').hidden = true;
  $('start').hidden = !['none', 'failed'].includes(told.state) || !told.can_start;
  $('wait').hidden = told.state === 'done';
  $('shown').hidden = told.state !== 'done';
  if (told.state === 'done') { review = told.review; tell(); return; }
  if (told.state === 'none' && told.can_start && !isBegun) { begin(); return; }
  unknown = told.state === 'none' ? unknown + 1 : 0;
  if (isBegun && !isStopped && unknown > 0 && unknown < 6) { $('start').hidden = true; setTimeout(look, 1500); return; }
  const head = { waiting: texts.waiting, running: texts.looking, failed: texts.failed, none: isBegun ? texts.stopped : texts.none }[told.state];
  if ($('state').textContent !== head) $('state').textContent = head;
  $('bar').value = told.done;
  $('bar').setAttribute('aria-valuetext', say(texts.done, { percent: percent(told.done) }));
  if (isUnderWay) setTimeout(look, 700);
}

function begin() {
  [isBegun, isStopped, unknown] = [true, false, 0];
  ask(`${base}/review`, {}).then(show).catch(error => { $('state').textContent = error.message; $('start').hidden = false; });
}
$('start').addEventListener('click', begin);
$('stop').addEventListener('click', () => { [isBegun, isStopped] = [true, true]; ask(`${base}/review/stop`, {}).catch(error => toast(error.message)); });

// ── all of it ──────────────────────────────────────────────────────────────────────────────────────────────────────

const link = (ply, ...inside) => make('a', { href: `#${ply}` }, ...inside);

function tell() {
  $('curves').innerHTML = review.curves.join('');
  const byPly = new Map(review.decisions.map(told => [told.ply, told]));
  $('calm').hidden = review.turning.length > 0;
  $('turning').replaceChildren(...review.turning.map(ply => {
    const told = byPly.get(ply);
    return turningLine(told, game.names[told.seat], `#${ply}`, texts.loss);
  }));
  $('losses').replaceChildren(...review.losses.map((loss, seat) => make('li', {}, seal(seat), make('b', { textContent: game.names[seat] }), make('span', { className: 'sp' }), say(texts.games, { games: number.format(loss) }))));
  $('rows').replaceChildren(...review.decisions.map(told => {
    const cells = [link(told.ply, String(told.ply + 1)), game.names[told.seat], told.typed, told.loss ? say(texts.loss, { percent: percent(told.loss) }) : '', told.best?.typed ?? ''];
    return make('tr', {}, ...cells.map(cell => make('td', {}, cell)));
  }));
  const first = review.turning[0] ?? 0;
  go(location.hash ? Number(location.hash.slice(1)) || 0 : first);
}

function go(ply) {
  at = Math.max(0, Math.min(review.plies, ply));
  if (location.hash !== `#${at}`) history.replaceState(null, '', `#${at}`);
  return showMoment();
}

async function showMoment() {
  const mine = ++wanted, told = review.decisions[at], eyes = told?.seat ?? 'open';
  for (const here of document.querySelectorAll('.curve .here')) {
    const field = here.parentElement.querySelector('.field');
    here.setAttribute('transform', `translate(${at / Math.max(1, review.plies) * field.width.baseVal.value} 0)`);
  }
  for (const li of $('turning').children) {
    const isNow = Number(li.dataset.ply) === at;
    li.classList.toggle('now', isNow);
    if (isNow) li.firstChild.setAttribute('aria-current', 'true'); else li.firstChild.removeAttribute('aria-current');
  }
  $('to-replay').href = `/replay/${game.id}#${at}`;
  $('show-better').setAttribute('aria-pressed', 'false');
  $('better').hidden = true;
  moment = await ask(`${base}/replay?${new URLSearchParams({ ply: at, eyes, narrow: isNarrow(), acts: true })}`).catch(error => { toast(error.message); return null; });
  if (!moment || mine !== wanted) return;
  draw($('picture'), moment.picture);
  for (const target of $('picture').querySelectorAll('.lit')) {  // nothing can be done in the past
    target.classList.remove('lit');
    target.removeAttribute('tabindex');
    target.setAttribute('role', 'img');
  }
  $('moment').textContent = told ? say(texts.decision, { ply: at + 1, who: game.names[told.seat] }) : texts.end;
  $('played').textContent = told ? say(texts.played, { action: says(told) }) : '';
  $('cost').textContent = !told ? '' : told.forced ? texts.forced : told.best ? say(texts.cost, { percent: percent(told.loss) }) : texts.right;
  $('show-better').hidden = !told?.best;
  if (told) mark($('picture'), told.words, 'next', '•');
}

const says = action => moment.view.legal.find(each => each.words === action.words)?.says ?? action.typed;

$('show-better').addEventListener('click', () => {
  const told = review.decisions[at], isShown = $('show-better').getAttribute('aria-pressed') !== 'true';
  if (!told?.best || !moment) return;
  $('show-better').setAttribute('aria-pressed', String(isShown));
  $('better').hidden = !isShown;
  $('better').textContent = isShown ? say(texts.better, { action: says(told.best) }) : '';
  if (!isShown) { unmark($('picture'), 'best'); return; }
  const target = mark($('picture'), told.best.words, 'best', '✓');
  if (target) reveal(target, $('dock'));
});

// ── hands ──────────────────────────────────────────────────────────────────────────────────────────────────────────

$('curves').addEventListener('click', event => {
  const field = event.target.closest('svg')?.querySelector('.field')?.getBoundingClientRect();
  if (!field || event.target.closest('a')) return;
  go(Math.round((event.clientX - field.left) / field.width * review.plies));
});
$('to-prev').addEventListener('click', () => go(at - 1));
$('to-next').addEventListener('click', () => go(at + 1));
document.addEventListener('keydown', event => {
  if (!review || event.target.closest?.('dialog') || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: review.plies }[event.key];
  if (to !== undefined) { event.preventDefault(); go(to); }
});
window.addEventListener('hashchange', () => {
  if (!review) return;
  go(Number(location.hash.slice(1)) || 0);
  if (window.matchMedia('(max-width: 1180px)').matches) $('picture').scrollIntoView({ block: 'start' });  // else it stands beside the list
});
narrow.addEventListener('change', () => { if (review) showMoment(); });
new ResizeObserver(([entry]) => document.documentElement.style.setProperty('--dock', `${Math.ceil(entry.borderBoxSize[0].blockSize)}px`)).observe($('dock'));

rulesPanel(rules);
tellAbout(data('help'), rules);
themeButton();
look();
