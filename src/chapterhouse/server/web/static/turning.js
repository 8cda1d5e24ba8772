// Where a game turned: a line of the review, and the end panel's list of such lines.

import { $, ask, make, seal } from './house.js';

const FIRST = 3000;  // milliseconds; who plays again at once wants none
const NEXT = 1500;
const LISTED = 4;    // the rest stands in the review

export const percent = part => Math.round(100 * part);

// A decision that cost much, with a link to its moment.
export function turningLine(told, name, href, loss) {
  const link = make('a', { href }, seal(told.seat), make('span', { textContent: `${name}: ${told.typed}` }), make('b', { textContent: loss.replace('{percent}', percent(told.loss)) }));
  const li = make('li', {}, link);
  li.dataset.ply = told.ply;
  return li;
}

// `texts`: working, calm, loss. A review is had made once, for who has seen the game end: it `wasPlayed` on this page.
export function tellTurningPoints(texts, { id, view: { names } }, wasPlayed) {
  const base = `/api/tables/${id}/review`;
  let isBegun = false;
  let unknown = 0;  // how often in a row no review was known of: of several servers only one makes it

  async function look() {
    if (document.hidden) { setTimeout(look, NEXT); return; }
    const told = await ask(base).catch(() => null);
    if (told?.state === 'none' && told.can_start && wasPlayed && !isBegun) {
      isBegun = true;
      show(await ask(base, {}).catch(() => null));
    } else show(told);
  }

  function show(told) {
    unknown = told?.state === 'none' ? unknown + 1 : 0;
    const isUnderWay = ['waiting', 'running'].includes(told?.state) || (isBegun && unknown > 0 && unknown < 6);
    $('turned').hidden = !isUnderWay && told?.state !== 'done';
    if (isUnderWay) {
      $('turned-state').textContent = texts.working;
      $('turned-bar').value = told.done;
      setTimeout(look, NEXT);
    }
    $('turned-bar').hidden = !isUnderWay;
    if (told?.state !== 'done') return;
    const { turning, decisions } = told.review;
    const lines = turning.slice(0, LISTED).map(ply => decisions.find(each => each.ply === ply));  // numbered as in the review
    $('turned-state').textContent = lines.length ? '' : texts.calm;
    $('turned-list').replaceChildren(...lines.map(each => turningLine(each, names[each.seat], `/review/${id}#${each.ply}`, texts.loss)));
  }

  setTimeout(look, wasPlayed ? FIRST : 0);
}
