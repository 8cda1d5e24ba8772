// Beside the board: where the turn stands, powers and points for who asks; and a guide in a first game, which says what a
// decision is about and speaks up when something happens for the first time.

import { $, data, make, ruleLink, seal } from './common.js';

const AFTER_PROMPT = 700, AT_ONCE = 1;  // ms until the guide is read out, so that the prompt comes first; news told together

export function beside(texts) {
  const words = data('guide-words');
  let now = null, spoken = new Set(), news = [], seen = 0, telling;

  // ── the order of a turn, powers, points ──────────────────────────────────────────────────────────────────────────

  const line = part => (part.title ? [make('b', {}, ruleLink(part.rule, part.title)), ` · ${part.text}`] : [ruleLink(part.rule, part.text)]);

  function turn() {
    $('turn').replaceChildren(...now.aid.turn.map(step => {
      const li = make('li', { textContent: step.title, title: step.text });
      if (step.now) li.setAttribute('aria-current', 'step');
      return li;
    }));
    $('turn').hidden = !now.aid.turn.some(step => step.now);
  }

  function list(title, kind, parts) {
    if (!parts.length) return [];
    const items = parts.map(part => {
      const li = make('li', {}, ...line(part));
      if (part.now) li.setAttribute('aria-current', 'true');
      return li;
    });
    return [make('h3', { textContent: title }), make(kind, {}, ...items)];
  }

  function points() {
    const seats = now.aid.points.map((parts, seat) => make('li', {}, seal(seat), ' ', make('b', { textContent: now.view.names[seat] }),
      ...parts.flatMap(part => [' · ', ruleLink(part.rule, part.text)])));
    return seats.length ? [make('h3', { textContent: texts.points }), make('ul', {}, ...seats)] : [];
  }

  function aid() {
    const { turn: steps, powers, points: seats } = now.aid;
    $('aid-panel').hidden = !steps.length && !powers.length && !seats.length;
    if (!$('aid-panel').open || $('aid-panel').hidden) return;
    $('aid').replaceChildren(...list(texts.turn, 'ol', steps), ...points(), ...list(texts.powers, 'ul', powers));
  }
  $('aid-panel').addEventListener('toggle', () => {
    if (now) aid();
    if ($('aid-panel').open) $('aid-panel').scrollIntoView({ block: 'nearest' });
  });

  // ── the guide ────────────────────────────────────────────────────────────────────────────────────────────────────

  const own = what => `${what} ${now.game}`;
  const told = () => new Set(JSON.parse(localStorage.getItem(own('told')) ?? '[]'));

  // On at a browser's first table of a game, and as it was switched ever since.
  function isOn() {
    const kept = localStorage.getItem(own('guide'));
    if (kept === null) localStorage.setItem(own('guide'), now.id);
    return [null, 'on', now.id].includes(kept);
  }

  function isSwitched(on) {
    localStorage.setItem(own('guide'), on ? 'on' : 'off');
    if (!on) news = [];
    guide(false);
  }

  // What is told for the first time in this browser; it stays until the player has decided something.
  function listen() {
    const fresh = now.log.filter(entry => entry.ply > seen);
    if (fresh.some(entry => now.yours.includes(entry.who))) news = [];
    seen = Math.max(seen, ...now.log.map(entry => entry.ply));
    if (now.seat === null || !isOn()) return [];
    const known = told(), heard = [];
    for (const { rule } of fresh) {
      if (heard.length === AT_ONCE || !words[rule] || known.has(rule)) continue;
      known.add(rule);
      heard.push(rule);
    }
    if (heard.length) localStorage.setItem(own('told'), JSON.stringify([...known]));
    news.push(...heard);
    return heard;
  }

  function guide(isStepped, heard = []) {
    const has = Object.keys(words).length > 0 && now.seat !== null;
    $('guide-switch').hidden = !has;
    $('set-guide').checked = has && isOn();
    const isAsked = now.view.legal.length > 0;
    $('guide').hidden = !has || now.over || !$('set-guide').checked;
    if ($('guide').hidden) return;
    if (isStepped) unfold(false);
    const about = (isAsked && words[now.view.phase]) || texts.wait;
    $('guide-text').replaceChildren(
      ...news.map(rule => make('p', { className: 'news' }, make('b', { textContent: `${texts.first} ` }), words[rule], ' ', ruleLink(rule, texts.rule))),
      make('p', { textContent: about }),
      ...now.aid.notes.map(note => make('p', { className: 'fact', textContent: note })),
    );
    const text = $('guide-text');
    text.scrollTop = 0;
    if (getComputedStyle(text).overflowY === 'auto' && text.scrollHeight > text.clientHeight) text.tabIndex = 0;  // so that keys can scroll it
    else text.removeAttribute('tabindex');
    const spoke = heard.map(rule => words[rule]);
    if (isAsked && !spoken.has(now.view.phase)) { spoken.add(now.view.phase); spoke.push(about, ...now.aid.notes); }
    if (spoke.length) { clearTimeout(telling); telling = setTimeout(() => { $('guide-said').textContent = spoke.join(' '); }, AFTER_PROMPT); }
  }

  function unfold(isOpen) {
    $('guide').classList.toggle('whole', isOpen);
    $('guide-more').setAttribute('aria-expanded', String(isOpen));
  }

  $('guide-more').addEventListener('click', () => unfold(!$('guide').classList.contains('whole')));
  $('guide-close').addEventListener('click', () => { isSwitched(false); $('asked').focus(); });
  $('set-guide').addEventListener('change', () => isSwitched($('set-guide').checked));

  function show(next, isStepped) {
    now = next;
    turn();
    aid();
    guide(isStepped, listen());
  }

  // Behind a curtain nothing of a seat is left standing.
  function hide() { for (const id of ['turn', 'aid', 'guide-text', 'guide-said']) $(id).replaceChildren(); }

  return { show, hide, toggle: () => { if (now && !$('guide-switch').hidden) isSwitched(!$('set-guide').checked); } };
}
