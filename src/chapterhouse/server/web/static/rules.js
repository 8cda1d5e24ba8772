// The living rulebook: pictures come as they are scrolled to, cut to what matters, with what has changed marked; search.

import { $, data, themeButton } from './house.js';

const MARGIN = 7, WIDE = 1.25, BESIDE = 390, STRIP = 3, SMALL = 360, LARGER = 1.6, MARKS = 9, texts = data('texts');
let count = 0;

// Names in a drawing must not meet those of another drawing on the page.
function own(text) {
  const mark = `p${count++}-`;
  return [mark, text.replace(/\bid="([^"]+)"/g, `id="${mark}$1"`).replace(/url\(#/g, `url(#${mark}`)];
}

const boxOf = (svg, element) => {
  const to = svg.getScreenCTM().inverse(), r = element.getBoundingClientRect();
  const a = new DOMPoint(r.left, r.top).matrixTransform(to), b = new DOMPoint(r.right, r.bottom).matrixTransform(to);
  return { left: a.x, top: a.y, right: b.x, bottom: b.y };
};

function find(svg, mark, look) {
  return look.flatMap(name => [...svg.querySelectorAll(`[id="${mark}${name}"]`), ...(name.endsWith('-') ? svg.querySelectorAll(`[id^="${mark}${name}"]`) : [])]);
}

// A small cutting is shown larger than it is drawn.
const widthOf = wide => wide * Math.min(LARGER, Math.max(1, SMALL / wide));

// Cuts a drawing to its boxes, and gives what is seen then.
function crop(svg, boxes) {
  const all = svg.viewBox.baseVal;
  if (!boxes.length) return { left: all.x, top: all.y, right: all.x + all.width, bottom: all.y + all.height };
  const left = Math.max(all.x - MARGIN, Math.min(...boxes.map(b => b.left)) - MARGIN), top = Math.max(all.y - MARGIN, Math.min(...boxes.map(b => b.top)) - MARGIN);
  const right = Math.min(all.x + all.width + MARGIN, Math.max(...boxes.map(b => b.right)) + MARGIN), bottom = Math.min(all.y + all.height + MARGIN, Math.max(...boxes.map(b => b.bottom)) + MARGIN);
  svg.setAttribute('viewBox', `${left} ${top} ${right - left} ${bottom - top}`);
  svg.style.maxWidth = `${Math.max(160, Math.round(widthOf(right - left)))}px`;
  return { left, top, right, bottom };
}

const isWithin = (box, seen) => box.left >= seen.left - 1 && box.right <= seen.right + 1 && box.top >= seen.top - 1 && box.bottom <= seen.bottom + 1;

// What stands otherwise than before: the smallest things with a name.
function changes(before, after) {
  const plain = ([mark, svg]) => new Map([...svg.querySelectorAll('[id]')].map(e => [e.id.slice(mark.length), e]));
  const [old, now] = [plain(before), plain(after)];
  const text = (e, mark) => e.outerHTML.replaceAll(mark, '').replace(/ (class|tabindex|role|aria-[a-z]+)="[^"]*"/g, '');
  const differ = [...now].filter(([name, e]) => !old.has(name) || text(e, after[0]) !== text(old.get(name), before[0])).map(([, e]) => e);
  return differ.filter(e => !differ.some(other => other !== e && e.contains(other)));
}

function outline(svg, box) {
  const rect = document.createElementNS(svg.namespaceURI, 'rect');
  for (const [name, value] of Object.entries({ x: box.left - 4, y: box.top - 4, width: box.right - box.left + 8, height: box.bottom - box.top + 8, rx: 6, class: 'changed' })) rect.setAttribute(name, value);
  svg.append(rect);
}

async function put(holder, address) {
  const answer = await fetch(address);
  if (!answer.ok) return null;
  const [mark, text] = own(await answer.text());
  holder.innerHTML = text;
  const svg = holder.querySelector('svg');
  for (const e of svg.querySelectorAll('[tabindex]')) e.removeAttribute('tabindex');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', holder.dataset.label ?? '');
  svg.setAttribute('inert', '');
  return [mark, svg];
}

async function show(figure) {
  if (figure.dataset.shown) return;
  figure.dataset.shown = '1';
  const [look, mark] = ['look', 'mark'].map(key => (figure.dataset[key] ?? '').split(' ').filter(Boolean));
  const shots = [...figure.querySelectorAll('.shot')];
  const drawn = [];
  for (const shot of shots) drawn.push(await put(shot, shot.dataset.src));
  if (drawn.some(d => d === null)) return;
  const marked = drawn.length < 2 ? [] : mark.length ? find(drawn[1][1], drawn[1][0], mark) : changes(...drawn);
  const boxes = marked.map(e => boxOf(drawn[1][1], e));
  const parts = drawn.flatMap(([prefix, svg]) => find(svg, prefix, look).map(e => boxOf(svg, e)));
  let seen;
  for (const [, svg] of drawn) seen = crop(svg, parts.length ? parts : look.length ? [] : boxes);
  const wide = seen.right - seen.left, tall = seen.bottom - seen.top;
  figure.classList.toggle('wide', wide > WIDE * tall && widthOf(wide) > BESIDE);
  figure.classList.toggle('strip', wide > STRIP * tall);
  for (const box of boxes.filter(box => isWithin(box, seen)).slice(0, MARKS)) outline(drawn[1][1], box);
}

const figures = [...document.querySelectorAll('figure[data-look]')];
const near = new IntersectionObserver(entries => { for (const e of entries) if (e.isIntersecting) show(e.target); }, { rootMargin: '600px' });
for (const figure of figures) near.observe(figure);
window.addEventListener('beforeprint', () => figures.forEach(show));

const search = $('find');
search.closest('p').hidden = false;
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const rule of document.querySelectorAll('.rule')) {
    rule.hidden = !words.every(word => rule.textContent.toLowerCase().includes(word) || rule.id.includes(word));
    found += !rule.hidden;
  }
  for (const chapter of document.querySelectorAll('.chapter')) chapter.hidden = !chapter.querySelector('.rule:not([hidden])');
  $('found').textContent = words.length ? texts.found.replace('{n}', found) : '';
});
$('print').hidden = false;
$('print').addEventListener('click', async () => { await Promise.all(figures.map(show)); window.print(); });
themeButton();
