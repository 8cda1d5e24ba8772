// A hint, where the table allows it: the best choices with what each is expected to bring, lit on the board.

import { $, ask, make, requestId, toast } from './common.js';

export function hintControl(texts, base, act) {
  let now = null, isAllowed = null, isAsking = false;
  const say = (text, parts) => Object.entries(parts).reduce((said, [key, value]) => said.replace(`{${key}}`, value), text);

  // where the dock is low and must be scrolled, the best choice comes first all the same
  function toTop(box, dock) {
    if (dock.scrollHeight > dock.clientHeight) dock.scrollTop += box.getBoundingClientRect().top - dock.getBoundingClientRect().top - 8;
  }

  function clear() {
    $('hint-box').hidden = true;
    $('hints').replaceChildren();
    for (const sign of $('picture').querySelectorAll('.advised')) sign.remove();
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

  function choice(told, n, isRough, mark) {
    const [does, ...more] = told.does.split(/(?<=\.) /);  // what follows from it is not its name
    const brings = isRough ? '' : [say(texts.hintChance, { percent: Math.round(100 * told.chance) }), told.expects && say(texts.hintPoints, { points: told.expects })].filter(Boolean).join(' · ');
    const button = make('button', { type: 'button' }, make('b', { textContent: does }), ...[brings, more.join(' '), told.facts].filter(Boolean).map(line => make('span', { textContent: line })));
    button.addEventListener('click', () => act(told.words));
    for (const kind of ['pointerenter', 'focus']) button.addEventListener(kind, () => { for (const target of $('picture').querySelectorAll('.lit')) target.classList.toggle('meant', target.dataset.act === told.words); });
    const target = mark($('picture'), told.words, n === 0 ? 'best' : 'next', n + 1);
    return { target, line: make('li', {}, button) };
  }

  async function think() {
    if (isAsking || !now || now.seat === null || now.over) return;
    if (!now.hints) { toast(texts.hintsNone); return; }
    if (!now.view.legal.length) { toast(texts.hintNotNow); return; }
    isAsking = true;
    const step = now.step;
    $('hint').setAttribute('aria-busy', 'true');
    $('would').textContent = texts.hintThinking;
    const fetched = import('./marks.js').catch(() => null);  // by who asks for a hint
    const told = await ask(`${base}/hint`, { seat: now.seat, request: requestId() }).catch(error => { toast(error.message); return null; });
    isAsking = false;
    $('hint').removeAttribute('aria-busy');
    if ($('would').textContent === texts.hintThinking) $('would').textContent = '';
    const marks = await fetched;
    if (!told || !marks || step !== now.step || told.step !== step) return;
    clear();
    const choices = told.choices.map((each, n) => choice(each, n, told.rough, marks.mark)), why = told.choices[0].why;
    $('hints').replaceChildren(...choices.map(each => each.line));
    $('hint-why').textContent = why;
    $('hint-box').hidden = false;
    toTop($('hint-box'), $('dock'));
    if (choices[0].target) marks.reveal(choices[0].target, $('dock'));
    $('said').textContent = `${texts.hint}: ${told.choices[0].does} ${told.choices[0].facts} ${why}`;
  }

  $('hint').addEventListener('click', think);
  $('hint-close').addEventListener('click', () => { clear(); $('hint').focus(); });
  $('set-hints').addEventListener('change', () => ask(`${base}/hints`, { allowed: $('set-hints').checked }).catch(error => toast(error.message)));
  return { show, ask: think, clear };
}
