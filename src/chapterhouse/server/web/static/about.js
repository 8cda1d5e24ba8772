// What a thing of the picture is, beside it: one short line, and its rules for who asks for more.

import { $, make, ruleLink } from './house.js';

const WAIT = 600, HOLD = 450, GAP = 10, BOARD = 0.4;  // ms, ms, pixels, and the share of the picture that is no single thing

// `help` names the rules of things by the beginning of their id; the longest that fits is meant.
export function thingOf(start, help) {
  let label = '', act = null, found = null;
  for (let at = start; at && at.id !== 'picture' && at.closest?.('#picture svg'); at = at.parentElement) {
    if (at.tagName === 'svg') break;
    act ??= at.dataset.act ?? null;
    label ||= at.getAttribute('aria-label') ?? '';
    const own = at.dataset.rules ?? at.querySelector(':scope > [data-rules]')?.dataset.rules;  // the drawing's own word
    if (own && !found) found = { element: at.closest('[id]'), rules: own.split(' ') };
    const key = at.id && Object.keys(help).filter(prefix => at.id.startsWith(prefix)).sort((a, b) => b.length - a.length)[0];
    if (key && !found) found = { element: at, rules: help[key] };
    if (found && label) break;
  }
  if (!found && !label && !act) return null;
  return { element: found?.element ?? start.closest('[aria-label], [data-act]'), label, act, rules: found?.rules ?? [] };
}

const overlaps = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const isBoard = thing => {
  const own = thing.element.getBoundingClientRect(), all = $('picture').getBoundingClientRect();
  return own.width * own.height > BOARD * all.width * all.height;
};

// A place beside the thing, or at the edges of the picture, where nothing lit and no card of the hand is covered; else over
// the log, where the column stands beside the picture.
function place(box, thing) {
  const at = thing.getBoundingClientRect(), own = box.getBoundingClientRect(), picture = $('picture').getBoundingClientRect();
  const right = Math.min(document.documentElement.clientWidth, picture.right + GAP) - GAP, floor = window.innerHeight - GAP;
  const kept = [...$('picture').querySelectorAll('.lit, [id^="hand"]')].filter(e => e !== thing && !e.contains(thing)).map(e => e.getBoundingClientRect());
  const lefts = [at.right + GAP, at.left - own.width - GAP, at.left, right - own.width, picture.left + GAP];
  const tops = [at.top, at.bottom + GAP, at.top - own.height - GAP, floor - own.height, Math.max(GAP, picture.top)];
  for (const left of lefts) for (const top of tops) {
    const spot = { left, top, right: left + own.width, bottom: top + own.height };
    if (left < GAP || spot.right > right || top < GAP || spot.bottom > floor || overlaps(spot, at)) continue;
    if (!kept.some(other => overlaps(spot, other))) return spot;
  }
  const dock = $('dock').getBoundingClientRect();
  return dock.left >= picture.right ? { left: Math.min(dock.left, document.documentElement.clientWidth - own.width - GAP), top: Math.min(dock.bottom + GAP, floor - own.height) } : null;
}

export function tellAbout(help, rules, does = null, texts = {}) {
  const box = $('about'), picture = $('picture');
  let waiting, shown = null, quiet = null, holding, isHeld = false;

  const hide = () => { clearTimeout(waiting); shown?.element.removeAttribute('aria-describedby'); shown = null; box.hidden = true; };

  async function show(thing, isWhole = false) {
    hide();
    const all = thing.rules.length ? await rules() : {};
    if (!thing.element.isConnected) {  // drawn anew while its rules were fetched
      const element = thing.element.id && $(thing.element.id);
      if (!element) return;
      thing = { ...thing, element };
    }
    const told = thing.rules.filter(r => all[r]);
    const line = (thing.act && does ? does(thing.act) : '') || thing.label;
    const rest = isWhole ? told.map(r => make('p', {}, make('b', {}, ruleLink(r, all[r].title)), ` ${all[r].text}`)) : told.length ? [make('small', { textContent: texts.more ?? '?' })] : [];
    box.replaceChildren(...(line ? [make('b', { textContent: line })] : []), ...rest);
    if (!box.textContent || (!line && !isWhole)) return;
    box.style.left = box.style.top = '0';
    box.hidden = false;
    const spot = place(box, thing.element);
    if (!spot && !isWhole) { box.hidden = true; return; }  // the prompt says what it would do; nothing is covered
    box.style.left = `${Math.max(GAP, spot?.left ?? GAP)}px`;
    box.style.top = `${Math.max(GAP, spot?.top ?? GAP)}px`;
    shown = { ...thing, isWhole, top: thing.element.getBoundingClientRect().top };
    thing.element.setAttribute('aria-describedby', 'about');
  }

  // More of what is shown, or of what has the focus.
  function more() {
    const thing = shown ?? thingOf(document.activeElement, help);
    if (thing?.element) show(thing, !shown?.isWhole);
  }

  picture.addEventListener('pointerover', event => {
    if (event.pointerType === 'touch') return;
    const thing = thingOf(event.target, help);
    if (thing && (thing.element === shown?.element || thing.element.id === quiet)) return;
    quiet = null;
    hide();
    if (thing?.element && !isBoard(thing)) waiting = setTimeout(() => show(thing), WAIT);
  });
  picture.addEventListener('pointerleave', event => { if (event.pointerType !== 'touch') hide(); });  // a finger that is lifted leaves too
  picture.addEventListener('focusout', hide);
  picture.addEventListener('click', event => {
    const thing = thingOf(event.target, help);
    hide();
    quiet = thing?.element?.id ?? null;  // none straight after a click
    if (thing?.element && !(does && thing.act) && event.detail === 0) show(thing, true);
    else if (thing?.element && !thing.act && !isBoard(thing)) show(thing, true);  // what is no action answers by telling what it is
  });

  // touch: press and hold, on every system
  picture.addEventListener('pointerdown', event => {
    isHeld = false;
    if (event.pointerType !== 'touch') return;
    const thing = thingOf(event.target, help);
    if (thing?.element) holding = setTimeout(() => { isHeld = true; show(thing, true); }, HOLD);
  });
  for (const kind of ['pointerup', 'pointercancel', 'pointermove']) {
    picture.addEventListener(kind, event => { if (kind !== 'pointermove' || Math.hypot(event.movementX, event.movementY) > 4) clearTimeout(holding); });
  }
  picture.addEventListener('click', event => { if (isHeld) { event.stopImmediatePropagation(); event.preventDefault(); isHeld = false; } }, { capture: true });
  picture.addEventListener('contextmenu', event => { if (event.pointerType === 'touch' || isHeld) event.preventDefault(); });

  // a tap on the box itself closes it and reaches nothing beneath
  box.addEventListener('pointerdown', event => event.stopPropagation());
  box.addEventListener('click', event => { event.stopPropagation(); if (shown && !shown.isWhole && event.pointerType !== 'touch') more(); else hide(); });
  document.addEventListener('pointerdown', () => { if (shown) hide(); });
  // the event of a scroll that came before the box may come after it: only a thing that has moved loses its box
  document.addEventListener('scroll', () => { if (!shown || shown.element.getBoundingClientRect().top !== shown.top) hide(); }, { passive: true });
  return { show, hide, more };
}
