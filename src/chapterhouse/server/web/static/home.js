// The first page: laying a table, data files of one's own, loading a record, and a theme that changes in place.

import { $, ask, data, make, themeButton } from './house.js';

const files = document.querySelector('.games').dataset;  // how large one may be, and what is said of one that cannot be read
const brought = new Map();  // box of a file option → the text of the file that was chosen
const why = (place, ...said) => place.replaceChildren(...said);

// The text is read at once: a browser does not read a file again that was changed after it was chosen.
async function read(file) {
  if (file.size > files.most) throw new Error(files.large);
  return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
}

for (const box of document.querySelectorAll('.file')) {
  const [input, back, chosen, wrong] = ['input', 'button', '.chosen', '.why'].map(what => box.querySelector(what));
  const ours = chosen.textContent;
  const show = (text, name) => {
    if (text === undefined) brought.delete(box); else brought.set(box, text);
    chosen.textContent = name ?? ours;
    back.hidden = text === undefined;
    why(wrong);
  };
  input.addEventListener('change', async () => {
    const file = input.files[0];
    if (!file) return;
    try { show(await read(file), file.name); } catch (error) { show(); why(wrong, `${file.name}: ${error.message === files.large ? files.large : files.unreadable}`); }
    input.value = '';  // so that the same file can be chosen again
  });
  back.addEventListener('click', () => { show(); input.focus(); });
  box.hidden = false;
}

const value = text => { try { return JSON.parse(text); } catch { return text; } };  // true, 2, or a word

function asked(form, mode) {
  const { game, players, bot, name, clock, clock_end: end, ...rest } = Object.fromEntries(new FormData(form));
  const options = Object.fromEntries(Object.entries(rest).map(([key, text]) => [key.replace('option.', ''), value(text)]));
  const files = Object.fromEntries([...brought].filter(([box]) => form.contains(box)).map(([box, text]) => [box.dataset.option, text]));
  const chairs = mode === 'bots' ? chairsOf(form, name) : null;
  return { game, mode, players: +players, bot, name, options, data: files, chairs, wait: mode === 'friends', clock: clock ? { seconds: +clock, end } : null };
}

// ── opponents ─────────────────────────────────────────────────────────────────────────────────────────────────

// Against bots each may have a name, which it has in every game, and a level of its own in this one.
function showOpponents(form) {
  const box = form.querySelector('.opponents'), rows = box.querySelector('.rows'), wanted = form.elements.players.value - 1;
  const known = JSON.parse(localStorage.getItem('opponents') ?? '[]'), levels = JSON.parse(localStorage.getItem(`levels ${form.elements.game.value}`) ?? '[]'), texts = data('texts');
  box.hidden = false;
  while (rows.children.length > wanted) rows.lastChild.remove();
  while (rows.children.length < wanted) {
    const n = rows.children.length, label = texts.opponent.replace('{n}', n + 1);
    const name = make('input', { type: 'text', maxLength: 24, value: known[n]?.name ?? '', placeholder: label, ariaLabel: label, autocomplete: 'off' });
    const level = make('select', { ariaLabel: `${label}: ${form.elements.bot.labels[0].textContent}` }, new Option(texts.levelSame, ''), ...[...form.elements.bot.options].map(o => new Option(o.text, o.value)));
    level.value = levels[n] ?? '';
    rows.append(make('div', { className: 'pair' }, name, level));
  }
}

const opponentsOf = form => [...form.querySelectorAll('.opponents .pair')].map(row => ({ name: row.querySelector('input').value.trim(), bot: row.querySelector('select').value }));

function keepOpponents(form) {
  const opponents = opponentsOf(form);
  localStorage.setItem('opponents', JSON.stringify(opponents.map(({ name }) => ({ name }))));
  localStorage.setItem(`levels ${form.elements.game.value}`, JSON.stringify(opponents.map(({ bot }) => bot)));
}

function chairsOf(form, name) {
  const opponents = opponentsOf(form);
  if (!opponents.some(one => one.name || one.bot)) return null;
  return [{ kind: 'you', name }, ...opponents.map(one => ({ kind: 'bot', name: one.name, bot: one.bot || form.elements.bot.value }))];
}

// What the level is like; where opponents have levels of their own, who has which.
function sayLevels(form) {
  const level = form.elements.bot, texts = data('texts'), own = opponentsOf(form).map(one => one.bot || level.value);
  if (own.every(bot => bot === level.value)) return texts.says[level.value];
  const called = bot => [...level.options].find(o => o.value === bot).text;
  return own.map((bot, n) => `${texts.opponent.replace('{n}', n + 1)}: ${called(bot)}`).join(' · ');
}

// ── presets ───────────────────────────────────────────────────────────────────────────────────────────────────

// What a preset sets: every option, and how many play against which bots.
const settingsOf = ({ players, bot, options }) => ({ players: String(players), bot, ...Object.fromEntries(Object.entries(options).map(([name, value]) => [`option.${name}`, String(value).toLowerCase()])) });

function showPresets(form) {
  const box = form.querySelector('.presets'), chips = [...box.children];
  const markChosen = () => { for (const chip of chips) chip.setAttribute('aria-pressed', Object.entries(settingsOf(JSON.parse(chip.dataset.preset))).every(([name, value]) => form.elements[name].value === value)); };
  box.hidden = false;
  for (const chip of chips) chip.addEventListener('click', () => {
    for (const [name, value] of Object.entries(settingsOf(JSON.parse(chip.dataset.preset)))) form.elements[name].value = value;
    for (const name of ['players', 'bot']) form.elements[name].dispatchEvent(new Event('change', { bubbles: true }));
  });
  form.addEventListener('change', markChosen);
  markChosen();
}

// Who shares one screen says who they are, before the first card is dealt.
async function namesFor(players) {
  const known = JSON.parse(localStorage.getItem('names') ?? '[]');
  const inputs = Array.from({ length: players }, (_, n) => make('input', { type: 'text', maxLength: 24, value: known[n] ?? '', placeholder: data('texts').player.replace('{n}', n + 1), ariaLabel: data('texts').player.replace('{n}', n + 1), autocomplete: 'off' }));
  $('names-list').replaceChildren(...inputs.map(input => make('p', {}, input)));
  const dialog = $('names');
  dialog.returnValue = '';
  dialog.showModal();
  await new Promise(resolve => dialog.addEventListener('close', resolve, { once: true }));
  if (dialog.returnValue !== 'go') return null;
  const names = inputs.map(input => input.value.trim());
  localStorage.setItem('names', JSON.stringify(names));
  return names;
}

// The last choices are there again.
for (const form of document.querySelectorAll('form[action="/play"]')) {
  const key = `choices ${form.elements.game.value}`, fields = [...form.querySelectorAll('select[name], input[type=text][name]')];
  const kept = JSON.parse(localStorage.getItem(key) ?? '{}');
  for (const field of fields) {
    const value = kept[field.name];
    if (value !== undefined && (field.tagName !== 'SELECT' || [...field.options].some(o => o.value === value))) field.value = value;
  }
  // what stands as the page proposes it is not kept: after the first game it proposes something else
  const isProposed = field => (field.tagName === 'SELECT' ? Boolean(field.selectedOptions[0]?.defaultSelected) : field.value === field.defaultValue);
  if (!form.elements.name.value) form.elements.name.value = localStorage.getItem('name') ?? '';
  const level = form.elements.bot, says = () => { $(level.getAttribute('aria-describedby')).textContent = sayLevels(form); };
  form.addEventListener('change', event => {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(fields.filter(f => !isProposed(f)).map(f => [f.name, f.value]))));
    if (event.target.name === 'name') localStorage.setItem('name', event.target.value.trim());
    if (event.target === level) for (const own of form.querySelectorAll('.opponents select')) own.value = '';  // who chooses for all means all
    if (event.target === level || event.target.closest('.opponents')) keepOpponents(form);
    if (event.target.name === 'players') showOpponents(form);
    says();
  });
  showOpponents(form);
  says();
  showPresets(form);
}

// Open tables: kept up to date while somebody looks.
if ($('open')) {
  const [game, spoken] = [$('open-game'), $('open-language')];
  const refresh = async () => {
    const answer = await fetch(`/open?${new URLSearchParams({ game: game.value, spoken: spoken.value })}`).catch(() => null);
    if (answer?.ok && !$('open-now').contains(document.activeElement)) $('open-now').innerHTML = await answer.text();
  };
  $('open').querySelector('.filters').hidden = false;
  for (const filter of [game, spoken]) filter.addEventListener('change', refresh);
  setInterval(() => { if (!document.hidden) refresh(); }, 10000);
}

const dates = new Intl.DateTimeFormat(document.documentElement.lang || undefined, { dateStyle: 'medium', timeStyle: 'short' });
for (const time of document.querySelectorAll('time[data-at]')) {
  const at = new Date(Number(time.dataset.at) * 1000);
  time.dateTime = at.toISOString();
  time.textContent = dates.format(at);
}
for (const button of document.querySelectorAll('.forget')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    if (!window.confirm(button.dataset.ask)) return;
    const row = button.closest('li');
    await ask(`/api/tables/${row.dataset.table}/forget`, {}).then(() => row.remove(), error => { button.title = error.message; });
  });
}

// What cannot be is told in place, and nothing that was chosen is lost.
for (const form of document.querySelectorAll('form[action="/play"]')) {
  let busy = false;
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    for (const place of form.querySelectorAll('.why')) why(place);
    try {
      const wanted = asked(form, event.submitter?.value ?? 'bots');
      if (wanted.mode === 'one_screen') {
        const names = await namesFor(wanted.players);
        if (!names) { busy = false; return; }
        wanted.chairs = names.map(name => ({ kind: 'you', name }));
      }
      location.href = (await ask('/api/tables', wanted)).url;
    } catch (error) {
      const box = error.option && form.querySelector(`[data-option="${error.option}"]`);
      const place = (box || form).querySelector('.why');
      why(place, make('b', { textContent: error.message }), make('ul', {}, ...(error.faults ?? []).map(fault => make('li', { textContent: fault }))));
      if (box) { box.closest('details').open = true; place.focus(); }
    }
    busy = false;
  });
}

$('record').addEventListener('change', async () => {
  const file = $('record').files[0];
  if (!file) return;
  $('load-error').textContent = '';
  try {
    const made = await ask('/api/records', { record: JSON.parse(await file.text()) });
    location.href = made.url;
  } catch (error) {
    $('load-error').textContent = error instanceof SyntaxError ? $('record').dataset.unreadable : [error.message, ...(error.faults ?? [])].join(' · ');
  }
});
themeButton();
