// What every page shares: asking the server, and a theme that changes in place.

export const $ = id => document.getElementById(id);
export const data = id => JSON.parse($(id).textContent);
export const make = (kind, values = {}, ...inside) => {
  const element = Object.assign(document.createElement(kind), values);
  element.append(...inside);
  return element;
};

// Where the rulebook tells a rule, with its examples.
export const ruleLink = (rule, text = rule) => make('a', { className: 'id', href: `/rules/${rule.split('.')[0]}#${rule}`, target: '_blank', rel: 'noopener', textContent: text });

// A player's sign.
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

let skew = 0;  // seconds that the server's clock is ahead of ours
export const serverTime = () => Date.now() / 1000 + skew;

export async function ask(path, body) {
  const options = body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(path, { ...options, headers: { Accept: 'application/json', ...options.headers } });
  const date = Date.parse(answer.headers.get('date'));
  if (date) skew = Math.abs(date - Date.now()) < 2000 ? 0 : (date - Date.now()) / 1000;
  const said = await answer.json().catch(() => ({ error: 'unavailable', message: answer.statusText }));
  if (!answer.ok) throw Object.assign(new Error(said.message), said, { status: answer.status });
  return said;
}

// A page that says so when the server cannot be reached.
if (navigator.serviceWorker && window.isSecureContext) navigator.serviceWorker.register('/sw.js').catch(() => {});

// The theme changes without a new page. As long as none is chosen, it is the system's.
export function themeButton() {
  const button = document.querySelector('button[name=theme]'), root = document.documentElement;
  if (!button) return;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'candle' : window.matchMedia('(prefers-color-scheme: dark)').matches);
  const label = () => {
    const next = isDark() ? 'day' : 'candle';
    button.value = next;
    button.setAttribute('aria-label', button.dataset[next]);
    button.title = button.dataset[next];
  };
  label();
  button.addEventListener('click', event => {
    event.preventDefault();
    const theme = isDark() ? 'day' : 'candle';
    root.dataset.theme = theme;
    label();
    fetch('/theme', { method: 'POST', body: new URLSearchParams({ theme, back: location.pathname }), redirect: 'manual' });
  });
}
