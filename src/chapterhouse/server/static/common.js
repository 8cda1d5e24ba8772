// What table and replay share: asking the server, and drawing with sliding pieces.

export const $ = id => document.getElementById(id);
export const data = id => JSON.parse($(id).textContent);

export async function ask(path, body) {
  const options = body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(path, { ...options, headers: { Accept: 'application/json', ...options.headers } });
  const said = await answer.json().catch(() => ({ error: 'unavailable', message: answer.statusText }));
  if (!answer.ok) throw Object.assign(new Error(said.message), said, { status: answer.status });
  return said;
}

export const requestId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), b => b.toString(16).padStart(2, '0')).join('');

let fading;
export function toast(text) {
  $('toast').textContent = text;
  clearTimeout(fading);
  fading = setTimeout(() => { $('toast').textContent = ''; }, 3500);
}

export const isNarrow = () => window.matchMedia('(max-width: 760px)').matches;

const places = svg => new Map(Array.from(svg.querySelectorAll('g[id]'), g => [g.id, g.getBoundingClientRect()]));

// Put a new drawing in place; whatever has kept its id and moved slides from where it was.
export function draw(box, text) {
  const old = box.querySelector('svg');
  const focused = document.activeElement?.closest?.('#picture [data-act]')?.id;
  const before = old ? places(old) : new Map();
  const scrolled = [window.scrollX, window.scrollY];
  box.innerHTML = text;
  window.scrollTo(...scrolled);
  const svg = box.querySelector('svg');
  if (focused) $(focused)?.focus({ preventScroll: true });
  if (!old || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const unit = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
  for (const g of svg.querySelectorAll('g[id]')) {
    const was = before.get(g.id);
    if (!was) continue;
    const is = g.getBoundingClientRect();
    const dx = (was.left - is.left) * unit, dy = (was.top - is.top) * unit;
    const sameSize = Math.abs(was.width - is.width) < 2 && Math.abs(was.height - is.height) < 2;
    if (sameSize && Math.hypot(dx, dy) > 2) {
      g.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'translate(0, 0)' }], { duration: 250, easing: 'ease-out', composite: 'add' });
    }
  }
}

// One line of the log; the rule it stands on is shown on demand.
export function logLine(line, game, texts, rules) {
  const li = document.createElement('li');
  li.dataset.ply = line.ply;
  if (line.seat >= 0) li.append(seal(line.seat));
  li.append(line.text);
  const button = document.createElement('button');
  button.textContent = texts.why;
  button.setAttribute('aria-expanded', 'false');
  button.addEventListener('click', async () => {
    const shown = li.querySelector('.rule');
    if (shown) { shown.remove(); button.setAttribute('aria-expanded', 'false'); return; }
    const rule = document.createElement('span');
    rule.className = 'rule';
    rule.textContent = `${line.rule}: ${(await rules())[line.rule] ?? ''}`;
    li.append(rule);
    button.setAttribute('aria-expanded', 'true');
  });
  li.append(button);
  return li;
}

const SIGNS = ['cross', 'crescent', 'star', 'tower', 'lily'];
export function seal(seat) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'seal');
  svg.setAttribute('viewBox', '0 0 40 40');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `#seal-${SIGNS[seat]}`);
  svg.append(use);
  return svg;
}

export function rulesOf(game) {
  let all;
  return async () => (all ??= Object.fromEntries((await ask(`/api/rules/${game}`)).rules.map(r => [r.rule, r.text])));
}
