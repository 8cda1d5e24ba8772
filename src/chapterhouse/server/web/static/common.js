// What table and replay share: drawing with sliding pieces, the log and the rules.

import { $, ask, make, ruleLink, seal } from './house.js';

export { $, ask, data, make, ruleLink, seal, serverTime, themeButton } from './house.js';
export { tellAbout } from './about.js';

export const requestId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), b => b.toString(16).padStart(2, '0')).join('');

let fading;
export function toast(text, stays = false, isRead = true) {
  $('toast').setAttribute('aria-live', isRead ? 'polite' : 'off');  // what the log tells as well is not read out twice
  $('toast').textContent = text;
  clearTimeout(fading);
  if (!stays) fading = setTimeout(() => { $('toast').textContent = ''; }, 3500);
}

export async function copy(text, done) {
  try { await navigator.clipboard.writeText(text); } catch {
    const field = make('textarea', { value: text });
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  toast(done);
}

// a phone, upright or lying
export const narrow = window.matchMedia('(max-width: 760px), (orientation: landscape) and (min-width: 560px) and (max-height: 480px)');
export const isNarrow = () => narrow.matches;
export const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

// Where pieces stand, to be compared with later.
export const piecesOf = box => { const svg = box.querySelector('svg'); return svg ? pieces(svg) : new Map(); };

// Mark the pieces that stand elsewhere than they did.
export function markMoved(box, since) {
  for (const [id, { piece, x, y }] of piecesOf(box)) {
    const was = since.get(id);
    piece.classList.toggle('moved', Boolean(was) && Math.hypot(was.x - x, was.y - y) > 2);
  }
}

const LEAST_SCALE = 0.785;  // of a picture in a window 1280 pixels wide

// Whether two texts are the same drawing: what came with the page was written anew by the browser.
const written = text => { const template = document.createElement('template'); template.innerHTML = text; return template.innerHTML; };
export const isSameMarkup = (a, b) => a === b || (a !== null && b !== null && written(a) === written(b));

// Put a new drawing in place; pieces that have moved slide from where they were.
export function draw(box, text) {
  const old = box.querySelector('svg');
  const before = old && !isStill() ? pieces(old) : null;
  const scrolled = [window.scrollX, window.scrollY], within = [box.scrollLeft, box.scrollTop];
  box.innerHTML = text;
  window.scrollTo(...scrolled);
  box.scrollTo(...within);
  const svg = box.querySelector('svg');
  box.style.setProperty('--tall', svg.viewBox.baseVal.height * LEAST_SCALE / 1280);  // a tall picture scrolls rather than become too small to read
  for (const title of svg.querySelectorAll('title')) {  // the page has its own way to tell what a thing is
    const thing = title.parentElement;
    if (!thing.hasAttribute('aria-label')) { thing.setAttribute('aria-label', title.textContent); thing.setAttribute('role', 'img'); }
    title.remove();
  }
  for (const letters of svg.querySelectorAll('text')) letters.setAttribute('aria-hidden', 'true');  // the labels say it in sentences
  if (before && old.viewBox.baseVal.width === svg.viewBox.baseVal.width) slide(svg, before);  // else it is drawn in another way
}

// Where the pieces of a drawing stand and how big they are, in the drawing's own units.
function pieces(svg) {
  const own = svg.getScreenCTM().inverse();
  return new Map(Array.from(svg.querySelectorAll('.piece[id]'), piece => {
    const box = piece.getBoundingClientRect();
    const { x, y } = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2).matrixTransform(own);
    return [piece.id, { piece, x, y, size: Math.sqrt(box.width * box.height) * own.a }];
  }));
}

function slide(svg, before) {
  for (const [id, { piece, x, y, size }] of pieces(svg)) {
    const was = before.get(id);
    if (!was?.size || !size || Math.hypot(was.x - x, was.y - y) <= 2) continue;
    const scale = was.size / size, flying = copyOnTop(svg, piece);
    piece.style.opacity = 0;
    const start = { transform: `translate(${was.x - scale * x}px, ${was.y - scale * y}px) scale(${scale})` };
    flying.animate([start, { transform: 'none' }], { duration: 320, easing: 'ease-out' }).onfinish = () => {
      flying.remove();
      piece.style.opacity = '';
    };
  }
}

// A piece slides above all others, out of the group that holds it: this is a copy, for the eyes alone.
function copyOnTop(svg, piece) {
  const copy = piece.cloneNode(true), holder = document.createElementNS(svg.namespaceURI, 'g');
  for (const part of [copy, ...copy.querySelectorAll('*')]) for (const name of ['id', 'role', 'tabindex', 'aria-label', 'data-act']) part.removeAttribute(name);
  const { a, b, c, d, e, f } = svg.getScreenCTM().inverse().multiply(piece.getScreenCTM());
  copy.setAttribute('transform', `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  holder.classList.add('flying');
  for (let outer = piece.parentElement; outer !== svg; outer = outer.parentElement) holder.classList.add(...outer.classList);  // colours come from them
  for (const part of [holder, copy]) part.classList.remove('lit');
  holder.setAttribute('aria-hidden', 'true');
  holder.setAttribute('pointer-events', 'none');
  holder.dataset.of = piece.id;
  holder.append(copy);
  svg.append(holder);
  return holder;
}

// ── the log ────────────────────────────────────────────────────────────────────────────────────────────────────────

// A rule with its title, which leads to the rulebook, and, small, its id.
const titled = rule => rule ? [make('b', {}, ruleLink(rule.rule, rule.title)), ` ${rule.text} `, make('small', { textContent: rule.rule })] : [];

// One line of the log; the rule it stands on is shown on demand.
export function logLine(line, texts, rules) {
  const li = make('li');
  li.dataset.ply = line.ply;
  if (line.seat >= 0) li.append(seal(line.seat));
  li.append(make('span', { textContent: line.text }));
  const button = make('button', { type: 'button', className: 'why-rule', textContent: texts.why, tabIndex: -1 });  // a log has many lines, and Tab goes past them
  button.setAttribute('aria-expanded', 'false');
  button.addEventListener('click', async () => {
    const shown = li.querySelector('.rule');
    if (shown) { shown.remove(); button.setAttribute('aria-expanded', 'false'); return; }
    button.setAttribute('aria-expanded', 'true');
    li.append(make('span', { className: 'rule' }, ...titled((await rules())[line.rule])));
  });
  li.append(button);
  return li;
}

export function rulesOf(game) {
  let all;
  return async () => (all ??= Object.fromEntries((await ask(`/api/rules/${game}`)).rules.map(r => [r.rule, r])));
}

// ── the rules, in place ────────────────────────────────────────────────────────────────────────────────────────────

export function rulesPanel(rules) {
  const dialog = $('rules'), list = $('rules-list'), find = $('rules-find');
  async function open() {
    if (!list.children.length) {
      for (const [id, { title, text }] of Object.entries(await rules())) {
        list.append(make('div', {}, make('dt', {}, title, ' ', make('small', {}, ruleLink(id))), make('dd', { textContent: text })));
      }
    }
    find.value = '';
    filter();
    if (!dialog.open) dialog.showModal();
  }
  function filter() {
    const wanted = find.value.trim().toLowerCase();
    for (const entry of list.children) entry.hidden = !entry.textContent.toLowerCase().includes(wanted);
  }
  find.addEventListener('input', filter);
  $('open-rules').addEventListener('click', event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); open(); } });
  dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });
  return open;
}

// ── pictures ────────────────────────────────────────────────────────────────────────────────────────────

export async function savePng(address, name) {
  const text = await (await fetch(address)).text();
  const [width, height] = text.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/).slice(1).map(Number);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text.replace('<svg ', `<svg width="${width}" height="${height}" `))}`;
  await image.decode();
  const canvas = make('canvas', { width: width * 2, height: height * 2 });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  make('a', { download: name, href: canvas.toDataURL('image/png') }).click();
}
