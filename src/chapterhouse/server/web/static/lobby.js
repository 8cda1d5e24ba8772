// A table that waits: who is there is kept up to date; the host changes what will be played, and starts.

import { $, ask, data, make, themeButton } from './house.js';
import { follow } from './events.js';
import { subscribe } from './push.js';
import { talk } from './chat.js';

const now = data('now'), at = `/api/tables/${now.id}`;
const value = text => { try { return JSON.parse(text); } catch { return text; } };  // true, 2, or a word

function tell(error, place = $('why')) {
  place.replaceChildren(make('b', { textContent: error.message }), make('ul', {}, ...(error.faults ?? []).map(fault => make('li', { textContent: fault }))));
}
const change = (wanted, place) => {
  (place ?? $('why')).replaceChildren();
  return ask(`${at}/lobby`, wanted).then(() => true, error => { tell(error, place); return false; });
};

const lines = () => [...$('chairs').children].map(li => li.querySelector('.whom').textContent.trim().replace(/\s+/g, ' '));
let behind = false, isLeaving = false;

// Once: the host hears of the start by the answer and by the stream, and a second call would break off the first.
function go(url) {
  if (isLeaving) return;
  isLeaving = true;
  location.replace(url);
}

// The part that changes comes from the server whole; not while the host has a list in hand.
async function refresh() {
  if (document.activeElement?.closest('#lobby-now select')) { behind = true; return; }
  behind = false;
  const answer = await fetch(`/lobby/${now.id}/now?sit=${$('sit') ? 1 : 0}`).catch(() => null);
  if (!answer) return;
  if (answer.status === 204) { go(`/table/${now.id}`); return; }
  if (answer.status === 404) { stop(); $('lead').textContent = now.closed; $('lobby-now').replaceChildren(); for (const gone of document.querySelectorAll('.start, #sit, #leave, .invite, #options, .talking')) gone.remove(); return; }
  if (!answer.ok) return;
  const before = lines(), held = document.activeElement?.closest('#lobby-now [name=seat], #lobby-now [data-free]');
  $('lobby-now').innerHTML = await answer.text();
  if (held) document.querySelector(`#lobby-now [${held.name ? `value="${held.value}"` : `data-free="${held.dataset.free}"`}]`)?.focus();
  $('said').textContent = lines().filter((line, n) => line !== before[n]).join('. ');
}

const chat = $('chat') ? talk({ id: now.id, texts: now.texts, isOwn: message => message.name === now.name }) : null;
$('talk')?.addEventListener('submit', event => {
  event.preventDefault();
  const text = $('talk-text').value.trim();
  if (text) chat.say(text, now.seat).then(() => { $('talk-text').value = ''; }, tell);
});

const stop = now.waiting ? follow({
  table: now.id, seat: now.seat, worker: now.worker,
  on: { table: refresh, poll() { refresh(); chat.load(); }, open() { refresh(); chat.load(); }, chat: message => chat.show(message), lost() {} },
}) : () => {};

if (now.host && now.waiting) {
  $('lobby-now').addEventListener('change', async event => {
    const { seat } = event.target.dataset, bot = event.target.value;
    event.target.blur();
    await change({ seats: [bot ? { seat: +seat, kind: 'bot', bot } : { seat: +seat, kind: 'open' }] });
    refresh();
  });
  $('lobby-now').addEventListener('focusout', () => { if (behind) refresh(); });
  $('lobby-now').addEventListener('click', event => {
    const button = event.target.closest('[data-free]');
    if (button) change({ seats: [{ seat: +button.dataset.free, kind: 'open' }] });
  });
  const form = $('options'), fields = () => Object.fromEntries(new FormData(form));
  let kept = fields();
  form.addEventListener('submit', event => event.preventDefault());
  form.addEventListener('change', async () => {
    const { players, bot, clock, clock_end: end, ...rest } = fields();
    const options = Object.fromEntries(Object.entries(rest).map(([key, text]) => [key.replace('option.', ''), value(text)]));
    const wanted = { players: +players, bot, options, clock: clock ? { seconds: +clock, end } : null };
    if (await change(wanted, form.querySelector('.why'))) kept = fields();
    else for (const [key, text] of Object.entries(kept)) form.elements[key].value = text;  // as it is for everybody
    $('bot-says').textContent = form.elements.bot.selectedOptions[0]?.dataset.says ?? '';
  });
  $('listed')?.addEventListener('change', async () => {
    if (!await change({ listed: $('listed').checked })) $('listed').checked = !$('listed').checked;
  });
  $('start').addEventListener('click', () => {
    $('start').disabled = true;
    ask(`${at}/start`, {}).then(({ url }) => go(url), error => { $('start').disabled = false; tell(error); });
  });
  $('copy').addEventListener('click', async () => {
    $('invite-link').select();
    try { await navigator.clipboard.writeText($('invite-link').value); } catch { document.execCommand('copy'); }
    $('copy').textContent = $('said').textContent = $('copy').dataset.done;
  });
}
$('leave')?.addEventListener('click', async () => {
  if (!window.confirm($('leave').dataset.ask)) return;
  await ask(`${at}/forget`, {}).then(() => { location.href = '/'; }, tell);
});

if ($('notify') && window.Notification) {
  $('notify').hidden = Notification.permission === 'granted';
  $('notify').addEventListener('click', async () => { if (await Notification.requestPermission() === 'granted') { $('notify').hidden = true; subscribe(); } });
}

// One's name is known from the last time.
const name = $('name');
if (name) {
  if (!name.value) name.value = localStorage.getItem('name') ?? '';
  name.addEventListener('change', () => localStorage.setItem('name', name.value.trim()));
}
themeButton();
