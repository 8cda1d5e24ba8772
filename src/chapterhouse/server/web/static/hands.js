// Hands that slip: what a control means may change under the pointer, and a second click must not do the new thing.

const CALM = 400;     // after a change nothing at the same spot takes a click for so long
const SURE = 1200;    // and a pointer that has not moved must wait so long
const NEAR = 24;      // pixels that are the same spot
const MOVED = 8;      // pixels that are a movement

let last = null;      // where the last click was, and what it meant
let changed = 0;      // when the controls changed
let here = null;      // where the pointer was when they changed
let pointer = [0, 0];
export let byKeys = false;  // how the player acted last: focus follows the keyboard only

const far = ([a, b], [x, y]) => Math.hypot(a - x, b - y);

document.addEventListener('pointermove', event => { pointer = [event.clientX, event.clientY]; }, { passive: true });
document.addEventListener('pointerdown', event => { byKeys = false; pointer = [event.clientX, event.clientY]; }, { capture: true });
document.addEventListener('keydown', () => { byKeys = true; }, { capture: true });

// The controls mean something else from now on.
export function controlsChanged() { changed = performance.now(); here = pointer; }

// Whether a click is meant: not where something else was clicked a moment ago.
export function isMeant(event, words) {
  if (event.detail === 0) return true;  // by the keyboard or by a program
  const at = [event.clientX, event.clientY], since = performance.now() - changed;
  const isSlip = last && last.words !== words && far(last.at, at) < NEAR && (since < CALM || (since < SURE && here && far(here, at) < MOVED));
  if (!isSlip) last = { at, words };
  return !isSlip;
}
