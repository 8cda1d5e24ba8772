// The lesson: one step at a time on a real board. The server says what an answer comes to; here is kept how far one is.

import { $, ask, data, isNarrow, make, ruleLink, themeButton } from './common.js';

const lesson = data('lesson'), game = $('main').dataset.game, key = `learn-${game}`;
let at = Math.min(Number(localStorage.getItem(key)) || 0, lesson.steps.length), isOpen = false, asking = false;  // open: the board of this step is there and waits for an answer

const address = (rest = '') => `/learn/${game}/${lesson.steps[at].id}${rest}?narrow=${isNarrow()}&language=${lesson.language}`;

function light(look) {
  for (const name of look) document.getElementById(name)?.classList.add('looked');
}

async function open(step, byPerson = true) {
  at = Math.max(0, Math.min(step, lesson.steps.length));
  localStorage.setItem(key, at);
  const isEnd = at === lesson.steps.length;
  $('step').hidden = isEnd;
  $('end').hidden = !isEnd;
  if (isEnd) { if (byPerson) $('end-title').focus(); return; }
  isOpen = false;
  $('count').textContent = lesson.count.replace('{n}', at + 1).replace('{all}', lesson.steps.length);
  $('task').textContent = lesson.steps[at].text;
  $('said').replaceChildren();
  $('said').className = 'said';
  $('back').disabled = at === 0;
  $('skip').hidden = false;
  $('next').hidden = true;
  const meant = at, board = await ask(address());
  if (meant !== at) return;
  $('picture').innerHTML = board.picture;
  $('picture').dataset.step = lesson.steps[at].id;
  $('acts').replaceChildren(...board.legal.map(action => {
    const button = make('button', { type: 'button', className: 'btn small', textContent: action.says });
    button.dataset.words = action.words;
    button.addEventListener('click', () => answer(action.words));
    return make('li', {}, button);
  }));
  light(board.look);
  isOpen = true;
  if (byPerson) $('task').focus();
}

async function answer(words) {
  if (!isOpen || asking) return;
  asking = true;
  const meant = at, said = await ask(`${address('/answer')}&action=${encodeURIComponent(words)}`).catch(error => ({ verdict: 'refused', says: error.message }));
  asking = false;
  if (meant !== at) return;
  $('said').className = `said ${said.verdict}`;
  $('said').replaceChildren(said.says, ...(said.rule ? [' ', ruleLink(said.rule, lesson.rule)] : []));
  $('said').scrollIntoView({ block: 'nearest' });
  if (said.verdict !== 'right') return;
  isOpen = false;
  $('picture').innerHTML = said.picture;
  $('acts').replaceChildren();
  $('skip').hidden = true;
  $('next').hidden = false;
  $('next').focus();
}

const targetOf = event => event.target.closest?.('#picture [data-act]');
$('picture').addEventListener('click', event => { const target = targetOf(event); if (target) answer(target.dataset.act); });
$('picture').addEventListener('keydown', event => {
  const target = targetOf(event);
  if (target && (event.key === 'Enter' || event.key === ' ')) { event.preventDefault(); answer(target.dataset.act); }
});
$('back').addEventListener('click', () => open(at - 1));
$('again').addEventListener('click', () => open(at - 1));
for (const id of ['skip', 'next']) $(id).addEventListener('click', () => open(at + 1));
themeButton();
open(at, false);
