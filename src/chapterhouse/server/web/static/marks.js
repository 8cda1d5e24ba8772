// Marks on the board: a thing that is meant gets a frame and a badge, so that no colour alone tells it.

const SVG = 'http://www.w3.org/2000/svg';
const shape = (kind, values) => {
  const element = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
  return element;
};

// Mark what stands for an action; the first of the things that do.
export function mark(box, words, how, badge) {
  const svg = box.querySelector('svg');
  const targets = [...box.querySelectorAll('[data-act]')].filter(target => target.dataset.act === words);
  for (const target of targets) {
    const { x, y, width, height } = target.getBBox(), own = svg.getScreenCTM().inverse().multiply(target.getScreenCTM());
    const [from, to] = [new DOMPoint(x, y).matrixTransform(own), new DOMPoint(x + width, y + height).matrixTransform(own)];
    const sign = shape('g', { class: `advised ${how}`, 'aria-hidden': 'true', 'pointer-events': 'none' });
    const [cx, cy] = [Math.min(to.x, svg.viewBox.baseVal.width - 14), Math.max(from.y, 14)];
    sign.append(shape('rect', { x: from.x - 3, y: from.y - 3, width: to.x - from.x + 6, height: to.y - from.y + 6, rx: 8 }), shape('circle', { cx, cy, r: 12 }), Object.assign(shape('text', { x: cx, y: cy + 5, 'font-size': 15, 'text-anchor': 'middle' }), { textContent: badge }));
    svg.append(sign);
  }
  return targets[0] ?? null;
}

export function unmark(box, how = 'advised') {
  for (const sign of box.querySelectorAll(`.advised.${how}`)) sign.remove();
}

// Scroll so that a thing on the board stands clear of the dock, where that lies over the page; the page first learns
// how high the dock has become.
export async function reveal(target, dock) {
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const gap = 16, { top, bottom } = target.getBoundingClientRect();
  const floor = getComputedStyle(dock).position === 'fixed' ? dock.getBoundingClientRect().top : window.innerHeight;
  const far = Math.max(bottom + gap - floor, 0);
  if (far) window.scrollBy({ top: Math.min(far, Math.max(top - gap, 0)), behavior: 'instant' });
}
