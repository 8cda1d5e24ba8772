// How fast the bots play, for who laid the table: slow, normal, fast, or one decision at a time.

import { $ } from './house.js';

const SPEEDS = { slow: 2.5, normal: 0.8, fast: 0.1, step: -1 };
const nearest = pace => (pace < 0 ? 'step' : Object.keys(SPEEDS).filter(s => s !== 'step').sort((a, b) => Math.abs(SPEEDS[a] - pace) - Math.abs(SPEEDS[b] - pace))[0]);

export function speedControl(texts, post) {
  let last = localStorage.getItem('speed') ?? 'normal';
  const set = async speed => {
    if (speed !== 'step') localStorage.setItem('speed', last = speed);
    show(await post('pace', { pace: SPEEDS[speed] }));
  };

  function show(now) {
    if (!now) return;
    $('speed').hidden = !now.can_pace;
    if (!now.can_pace) return;
    const speed = nearest(now.pace), isHeld = speed === 'step';
    $('speed-set').value = speed;
    $('speed-set').querySelector('[value=step]').disabled = !now.can_step;
    $('pause').hidden = !now.can_step;
    $('pause').textContent = isHeld ? texts.goOn : texts.pause;
    $('pause').setAttribute('aria-pressed', String(isHeld));
    const isBotAsked = now.seats.some(s => s.asked && s.bot);
    $('next').hidden = !isHeld;
    $('next').disabled = !isBotAsked;
  }

  $('speed-set').addEventListener('change', () => set($('speed-set').value));
  $('pause').addEventListener('click', () => set($('pause').getAttribute('aria-pressed') === 'true' ? last : 'step'));
  $('next').addEventListener('click', () => post('next', {}));
  return { show };
}
