// The board's own zoom: buttons, two fingers, keys. The picture then scrolls within its frame, and the page stays as it is.

import { $ } from './house.js';

const MOST = 3, STEP = 1.35;

export function zoomControl(box) {
  let zoom = 1, pinch = null;
  const fingers = new Map();

  // Zoom so that what lies at a point of the window stays there; the middle of the frame by default.
  function set(next, at = null) {
    const frame = box.getBoundingClientRect();
    const [x, y] = at ?? [frame.left + frame.width / 2, Math.min(frame.top + frame.height, window.innerHeight) / 2];
    const before = box.querySelector(':scope > svg').getBoundingClientRect();
    const part = [(x - before.left) / before.width, (y - before.top) / before.height];
    zoom = Math.min(MOST, Math.max(1, next));
    box.style.setProperty('--zoom', zoom);
    box.classList.toggle('zoomed', zoom > 1);
    $('zoom-out').disabled = zoom === 1;
    $('zoom-in').disabled = zoom === MOST;
    const after = box.querySelector(':scope > svg').getBoundingClientRect();
    box.scrollLeft += after.left + part[0] * after.width - x;
    box.scrollTop += after.top + part[1] * after.height - y;
  }
  const nearer = () => set(zoom * STEP), farther = () => set(zoom / STEP < 1.05 ? 1 : zoom / STEP);

  const apart = () => { const [a, b] = fingers.values(); return { far: Math.hypot(a[0] - b[0], a[1] - b[1]), at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] }; };
  box.addEventListener('pointerdown', event => {
    if (event.pointerType !== 'touch') return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 2) pinch = { zoom, far: apart().far };
  });
  box.addEventListener('pointermove', event => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (pinch && fingers.size === 2) { const { far, at } = apart(); set(pinch.zoom * far / pinch.far, at); }
  });
  for (const kind of ['pointerup', 'pointercancel']) window.addEventListener(kind, event => { fingers.delete(event.pointerId); if (fingers.size < 2) pinch = null; });
  // while two fingers are down the browser neither scrolls nor zooms the page
  box.addEventListener('touchmove', event => { if (event.touches.length === 2) event.preventDefault(); }, { passive: false });

  $('zoom-in').addEventListener('click', nearer);
  $('zoom-out').addEventListener('click', farther);
  $('zoom-out').disabled = true;
  return { nearer, farther, isOn: () => zoom > 1 };
}
