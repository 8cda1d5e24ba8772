// What happened: turn by turn, the newest on top, with a mark where one's own last turn was; and the same for the ears.

import { logLine, make } from './common.js';
import { $ } from './house.js';

const MOST_WORDS = 25, MOST_LINES = 12;  // of one turn that is read out; that stand there to be read
const SOON = 250, LATER = 4000;  // ms in which turns are told together, and after which a turn that goes on is told as far as it is

export function logBook(texts, rules) {
  const list = $('log');
  let told = [], telling, lastPrompt = '', heard = null;

  const lineOf = line => {
    const li = logLine(line, texts, rules);
    li.dataset.who = line.who;
    li.dataset.by = line.by;
    const note = { forced: texts.byForced, clock: texts.byClock, bot: texts.byBot }[line.by];
    if (note) li.querySelector('span').after(make('em', { className: 'by', textContent: ` ${note}` }));
    return li;
  };

  // Lines of one turn belong together; those since the reader's own last decision stand above a line.
  function group(yours) {
    const lines = [...list.children];
    const isOwn = li => yours.includes(Number(li.dataset.who)) && !['bot', 'clock'].includes(li.dataset.by);
    const own = lines.findIndex(isOwn);
    const fresh = own < 0 || !yours.length ? 0 : own;
    lines.forEach((li, n) => {
      li.classList.toggle('same', n > 0 && lines[n - 1].dataset.who === li.dataset.who && n !== fresh);
      li.classList.toggle('fresh', n < fresh);
      li.classList.toggle('own-turn', n === fresh && fresh > 0);
    });
    $('since').hidden = fresh === 0;
    $('recap').textContent = lines.slice(0, fresh).reverse().slice(-3).map(li => li.querySelector('span').textContent).join(' ');
    return fresh;
  }

  function show(now) {
    for (const li of [...list.children]) if (Number(li.dataset.ply) > now.log_from) li.remove();
    list.prepend(...now.log.map(lineOf).reverse());
    group(now.yours);
    const news = heard === null ? [] : now.log.filter(line => line.ply > heard);  // who opens a page hears what is asked
    heard = now.ply;  // what was taken back is told again when it is done again
    news.forEach((line, n) => {
      const last = told.at(-1), who = turnOf(news, n, now.view.asked);
      if (last?.who === who) last.texts.push(line.text); else told.push({ who, name: now.view.names[who], texts: [line.text] });
    });
    tell(now);
  }

  // Read out in order, cause before effect: a turn in one summary once it has ended, and then what is asked.
  function tell(now) {
    const isAsked = now.over || now.view.legal.length > 0;
    const prompt = now.over ? `${$('over-title').textContent} ${$('over-reason').textContent}` : now.view.prompt;
    clearTimeout(telling);
    const say = isAll => {
      const goesOn = !isAll && told.length && now.view.asked.includes(told.at(-1).who);
      const turns = (goesOn ? told.splice(0, told.length - 1) : told.splice(0)).map(turn => summary(turn));
      if ((isAsked || isAll) && (turns.length || prompt !== lastPrompt)) turns.push(lastPrompt = prompt);
      $('said').append(...turns.map(text => make('p', { textContent: text })));
      while ($('said').children.length > MOST_LINES) $('said').firstChild.remove();
      if (!isAll) telling = setTimeout(() => say(true), LATER);
    };
    telling = setTimeout(() => say(isAsked), SOON);
  }

  return { show };
}

// Whose turn a line belongs to: of who decided it; but what ends a decision and is about the next player begins the next turn.
function turnOf(news, n, asked) {
  const { who, ply } = news[n];
  const rest = news.slice(n).filter(line => line.ply === ply), after = news.find(line => line.ply > ply);
  const next = after ? after.who : asked.length === 1 ? asked[0] : who;
  return rest.every(line => line.seat === next) ? next : who;
}

// A turn in few words: who does it is named once, and where it is too long its middle is left out.
function summary({ name, texts }) {
  const own = `${name} `;
  const parts = texts.map((text, n) => (n && text.startsWith(own) && texts[n - 1].startsWith(own) ? text.slice(own.length) : text));
  const count = text => text.split(/\s+/).length;
  const [first, ...rest] = parts, kept = [];
  let words = count(first);
  while (rest.length && words + count(rest.at(-1)) < MOST_WORDS) { words += count(rest.at(-1)); kept.unshift(rest.pop()); }
  const opening = first.split(/\s+/).slice(0, MOST_WORDS).join(' ');
  const all = [opening, ...(rest.length || opening !== first ? ['…'] : []), ...kept].join(' ');
  return all.replace(/\.(?= \p{Ll})/gu, ',');
}
