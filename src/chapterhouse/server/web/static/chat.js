// Talk at a table, while it waits and while it is played. Muting is the page's own affair.

import { $, ask, make, seal } from './house.js';

// `nameOf`: of a seat; `isOwn`: whether a message is this page's player's; `tell`: a message that is not in view.
export function talk({ id, texts, nameOf, isOwn, tell }) {
  const path = `/api/tables/${id}/chat`, key = `muted ${id}`;
  const muted = new Set(JSON.parse(localStorage.getItem(key) ?? '[]'));
  const whoOf = message => (message.seat === null ? message.name : String(message.seat));  // who waits has no seat for good
  const panel = $('chat').closest('details');
  let last = 0, unread = 0;

  function show(message, isOld = false) {
    if ($('chat').querySelector(`[data-id="${message.id}"]`)) return;
    const who = whoOf(message), name = message.name || nameOf(message.seat);
    const sign = message.seat === null ? [] : [seal(message.seat), ' '];
    const li = make('li', {}, ...sign, make('b', { textContent: `${name}: ` }), make('span', { textContent: message.text }), ' ');
    li.dataset.id = message.id;
    li.dataset.who = who;
    if (!isOwn(message)) li.append(make('button', { type: 'button', className: 'why-rule', onclick: () => mute(who) }));
    $('chat').append(li);
    $('chat').scrollTop = $('chat').scrollHeight;
    last = Math.max(last, message.id);
    hush();
    if (isOld || !panel || panel.open || muted.has(who)) return;
    unread += 1;
    $('unread').textContent = `(${unread})`;
    tell(`${name}: ${message.text}`);
  }

  function mute(who) {
    if (!muted.delete(who)) muted.add(who);
    localStorage.setItem(key, JSON.stringify([...muted]));
    hush();
  }

  function hush() {
    for (const li of $('chat').children) {
      const quiet = muted.has(li.dataset.who);
      li.querySelector('b + span').hidden = quiet;
      const button = li.querySelector('button');
      if (button) button.textContent = quiet ? texts.unmute : texts.mute;
    }
  }

  const load = isOld => ask(`${path}?after=${last}`).then(answer => answer.chat.forEach(message => show(message, isOld))).catch(() => {});

  panel?.addEventListener('toggle', () => { if (panel.open) { unread = 0; $('unread').textContent = ''; } });
  load(true);
  return { show, load: () => load(false), say: (text, seat, request) => ask(path, { text, seat, request }).then(message => show(message, true)) };
}
