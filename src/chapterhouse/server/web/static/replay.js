// A game that was played: any moment, from any seat's eyes.

import { $, ask, copy, data, draw, isNarrow, logLine, make, narrow, rulesOf, rulesPanel, savePng, tellAbout, themeButton, toast } from './common.js';

const texts = data('texts');
const now = data('now');
const base = `/api/tables/${now.id}`;
const rules = rulesOf(now.game);
const last = Number($('ply').max);
let playing = null;
let wanted = 0;

const at = () => Number($('ply').value);
const query = () => new URLSearchParams({ ply: at(), eyes: $('eyes').value, narrow: isNarrow() });

async function show() {
  const mine = ++wanted;
  const moment = await ask(`${base}/replay?${query()}`).catch(error => { toast(error.message); return null; });
  if (!moment || mine !== wanted) return;
  draw($('picture'), moment.picture);
  const said = texts.at.replace('{ply}', moment.ply).replace('{of}', last);
  $('moment').textContent = said;
  $('ply').setAttribute('aria-valuetext', said);
  $('story').textContent = moment.log.map(line => line.text).join(' ');
  for (const li of $('log').children) {
    const ply = Number(li.dataset.ply);
    li.classList.toggle('now', ply === moment.ply);
    li.classList.toggle('later', ply > moment.ply);
  }
  const box = $('log').closest('.log'), line = $('log').querySelector('.now');
  if (line) box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
  $('svg').href = `${base}/picture.svg?${query()}`;
  $('svg').download = `${now.game}-${at()}.svg`;
  history.replaceState(null, '', `#${moment.ply}`);
}

function go(ply) {
  $('ply').value = Math.max(0, Math.min(last, ply));
  return show();
}

function stop() {
  clearTimeout(playing);
  playing = null;
  $('auto').setAttribute('aria-pressed', 'false');
}

function auto() {
  if (playing !== null) return stop();
  $('auto').setAttribute('aria-pressed', 'true');
  const on = async () => {
    await go(at() + 1);
    if (playing !== null) { if (at() >= last) stop(); else playing = setTimeout(on, 900); }
  };
  playing = setTimeout(on, 0);
  if (at() === last) $('ply').value = 0;
}

const stepTo = ply => { stop(); go(ply); };

async function tellAll() {
  const seat = now.seat === null ? '' : `?seat=${now.seat}`;
  const { log } = await ask(`${base}/log${seat}`);
  $('log').replaceChildren(...log.map(line => {
    const li = logLine(line, texts, rules);
    const words = li.querySelector('span');
    words.replaceWith(make('a', { href: `#${line.ply}`, textContent: line.text }));
    return li;
  }));
}

$('ply').addEventListener('input', () => { stop(); show(); });
$('eyes').addEventListener('change', show);
$('to-first').addEventListener('click', () => stepTo(0));
$('to-prev').addEventListener('click', () => stepTo(at() - 1));
$('to-next').addEventListener('click', () => stepTo(at() + 1));
$('to-last').addEventListener('click', () => stepTo(last));
$('auto').addEventListener('click', auto);
$('png').addEventListener('click', () => savePng(`${base}/picture.svg?${query()}`, `${now.game}-${at()}.png`).catch(error => toast(error.message)));
$('link').addEventListener('click', () => copy(location.href, texts.copied));
$('branch')?.addEventListener('click', () => {
  const eyes = $('eyes').value;
  const seat = /^\d+$/.test(eyes) ? Number(eyes) : now.yours[0] ?? 0;
  const { bot = 'squire' } = JSON.parse(localStorage.getItem(`choices ${now.game}`) ?? '{}');  // the level that was chosen last
  ask(`${base}/branch`, { ply: at(), mode: 'bots', seat, bot }).then(made => { location.href = made.url; }).catch(error => toast(error.message));
});
document.addEventListener('keydown', event => {
  if (event.target.matches?.('input, select') || event.target.closest?.('dialog') || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = { ArrowLeft: at() - 1, ArrowRight: at() + 1, Home: 0, End: last }[event.key];
  if (to !== undefined) { event.preventDefault(); stepTo(to); }
  if (event.key === ' ' && !event.target.matches?.('button, a')) { event.preventDefault(); auto(); }
});
window.addEventListener('hashchange', () => stepTo(Number(location.hash.slice(1)) || 0));
narrow.addEventListener('change', show);

rulesPanel(rules);
tellAbout(data('help'), rules);
themeButton();
tellAll().catch(() => {}).then(() => go(location.hash ? Number(location.hash.slice(1)) || 0 : last));
