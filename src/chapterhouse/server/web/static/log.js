// What happened: turn by turn, the newest on top, with a mark where one's own last turn was; and the same for the ears.

import { logLine, make } from './common.js';
import { $ } from './house.js';

const MOST_WORDS = 25, SOON = 250;  // words of one turn that are read out; ms in which turns are told together

export function logBook(texts, rules) {
  const list = $('log');
  let told = [], telling, lastPrompt = '';

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

  function show(now, isWhole) {
    const before = list.firstElementChild ? Number(list.firstElementChild.dataset.ply) : 0;
    for (const li of [...list.children]) if (Number(li.dataset.ply) > now.log_from) li.remove();
    list.prepend(...now.log.map(lineOf).reverse());
    group(now.yours);
    const news = isWhole ? [] : now.log.filter(line => line.ply > before);
    const prompt = now.over ? $('over-title').textContent : now.view.prompt;
    tell(news, prompt);
  }

  // Read out in order, cause before effect: one short summary a turn, and what is asked last.
  function tell(news, prompt) {
    for (const line of news) {
      const last = told.at(-1);
      if (last?.who === line.who) last.texts.push(line.text); else told.push({ who: line.who, texts: [line.text] });
    }
    if (!told.length && prompt === lastPrompt) return;
    clearTimeout(telling);
    telling = setTimeout(() => {
      const turns = told.map(turn => short(turn.texts.join(' ')));
      told = [];
      if (prompt !== lastPrompt || turns.length) turns.push(prompt);
      lastPrompt = prompt;
      $('said').replaceChildren(...turns.map(text => make('p', { textContent: text })));
    }, SOON);
  }

  return { show };
}

function short(text) {
  const words = text.split(/\s+/);
  return words.length <= MOST_WORDS ? text : `${words.slice(0, MOST_WORDS).join(' ')} …`;
}
