// A hint, where the table allows it: the best choices with what each is expected to bring, lit on the board.

import { $, ask, make, requestId, toast } from './common.js';
import { mark, unmark } from './marks.js';

const ROUGH = 60;  // fewer simulations than these are only a rough look

export function hintControl(texts, base, act) {
  let now = null, isAllowed = null, isAsking = false;
  const say = (text, parts) => Object.entries(parts).reduce((said, [key, value]) => said.replace(`{${key}}`, value), text);

  function clear() {
    $('hint-box').hidden = true;
    $('hints').replaceChildren();
    unmark($('picture'));
  }

  function show(next, stepped) {
    now = next;
    if (stepped) clear();
    $('hint').hidden = !now.hints || now.seat === null || now.over;
    $('hint').setAttribute('aria-disabled', String(now.view.legal.length === 0));
    $('set-hints').checked = now.hints;
    $('allow-hints').hidden = !now.host || now.over;
    const others = now.seats.filter(s => !['bot', 'you'].includes(s.kind)).length;
    $('hints-note').hidden = !now.hints || !others;
    if (isAllowed !== null && isAllowed !== now.hints && !now.over && others) toast(now.hints ? texts.hintsAllowed : texts.hintsBarred);
    isAllowed = now.hints;
  }

  function choice(told, n) {
    const facts = [say(texts.hintChance, { percent: Math.round(100 * told.chance) }), told.expects && say(texts.hintPoints, { points: told.expects })].filter(Boolean).join(' · ');
    const button = make('button', { type: 'button' }, make('b', { textContent: told.does }), make('span', { textContent: facts }));
    if (told.facts) button.append(make('span', { textContent: told.facts }));
    button.addEventListener('click', () => act(told.words));
    for (const kind of ['pointerenter', 'focus']) button.addEventListener(kind, () => { for (const target of $('picture').querySelectorAll('.lit')) target.classList.toggle('meant', target.dataset.act === told.words); });
    const target = mark($('picture'), told.words, n === 0 ? 'best' : 'next', n + 1);
    if (n === 0) target?.scrollIntoView({ block: 'nearest' });
    return make('li', {}, button);
  }

  async function think() {
    if (isAsking || !now?.hints || now.seat === null) return;
    if (!now.view.legal.length) { toast(texts.hintNotNow); return; }
    isAsking = true;
    const step = now.step;
    $('hint').setAttribute('aria-busy', 'true');
    $('would').textContent = texts.hintThinking;
    const told = await ask(`${base}/hint`, { seat: now.seat, request: requestId() }).catch(error => { toast(error.message); return null; });
    isAsking = false;
    $('hint').removeAttribute('aria-busy');
    if ($('would').textContent === texts.hintThinking) $('would').textContent = '';
    if (!told || step !== now.step || told.step !== step) return;
    clear();
    $('hints').replaceChildren(...told.choices.map((each, n) => choice(each, n)));
    const why = told.choices[0].why + (told.simulations < ROUGH ? ` ${texts.hintRough}` : '');
    $('hint-why').textContent = why;
    $('hint-box').hidden = false;
    $('said').textContent = `${texts.hint}: ${told.choices[0].does} ${told.choices[0].facts} ${why}`;
  }

  $('hint').addEventListener('click', think);
  $('hint-close').addEventListener('click', () => { clear(); $('hint').focus(); });
  $('set-hints').addEventListener('change', () => ask(`${base}/hints`, { allowed: $('set-hints').checked }).catch(error => toast(error.message)));
  return { show, ask: think, clear };
}
