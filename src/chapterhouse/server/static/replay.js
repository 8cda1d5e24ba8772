// A game that was played: any moment, from any seat's eyes.

import { $, ask, data, draw, isNarrow, logLine, rulesOf, toast } from './common.js';

const texts = data('texts');
const now = data('now');
const base = `/api/tables/${now.id}`;
const rules = rulesOf(now.game);
const last = Number($('ply').max);
let playing = null;
let wanted = 0;

const query = () => new URLSearchParams({ ply: $('ply').value, eyes: $('eyes').value, narrow: isNarrow() });

async function show() {
  const mine = ++wanted;
  const moment = await ask(`${base}/replay?${query()}`).catch(error => { toast(error.message); return null; });
  if (!moment || mine !== wanted) return;
  draw($('picture'), moment.picture);
  $('moment').textContent = texts.at.replace('{ply}', moment.ply).replace('{of}', last);
  $('log').replaceChildren(...moment.log.map(line => logLine(line, now.game, texts, rules)).reverse());
  $('svg').href = `${base}/picture.svg?${query()}`;
  history.replaceState(null, '', `#${moment.ply}`);
}

function go(ply) {
  $('ply').value = Math.max(0, Math.min(last, ply));
  show();
}
const at = () => Number($('ply').value);

function auto() {
  const begin = playing === null;
  clearInterval(playing);
  playing = null;
  $('auto').setAttribute('aria-pressed', String(begin));
  if (begin) {
    if (at() === last) go(0);
    playing = setInterval(() => { if (at() >= last) auto(); else go(at() + 1); }, 900);
  }
}

async function png() {
  const text = await (await fetch(`${base}/picture.svg?${query()}`)).text();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  const box = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement.viewBox.baseVal;
  [canvas.width, canvas.height] = [box.width * 2, box.height * 2];
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  const link = Object.assign(document.createElement('a'), { download: `${now.game}-${at()}.png`, href: canvas.toDataURL('image/png') });
  link.click();
}

$('ply').addEventListener('input', show);
$('eyes').addEventListener('change', show);
$('first').addEventListener('click', () => go(0));
$('prev').addEventListener('click', () => go(at() - 1));
$('next').addEventListener('click', () => go(at() + 1));
$('last').addEventListener('click', () => go(last));
$('auto').addEventListener('click', auto);
$('png').addEventListener('click', png);
$('link').addEventListener('click', () => navigator.clipboard?.writeText(location.href).then(() => toast(texts.copied)));
$('branch')?.addEventListener('click', () => {
  const seat = Number($('eyes').value);
  ask(`${base}/branch`, { ply: at(), mode: 'bots', seat: Number.isInteger(seat) ? seat : 0 }).then(made => { location.href = made.url; }).catch(error => toast(error.message));
});
document.addEventListener('keydown', event => {
  if (event.target.matches?.('input, select')) return;
  if (event.key === 'ArrowLeft') go(at() - 1);
  if (event.key === 'ArrowRight') go(at() + 1);
  if (event.key === ' ' && !event.target.matches?.('button, a')) { event.preventDefault(); auto(); }
});
window.addEventListener('hashchange', () => go(Number(location.hash.slice(1)) || 0));
go(location.hash ? Number(location.hash.slice(1)) || 0 : last);
