// A phone in the pocket or beside the board: it stays awake on one's turn, trembles or chimes when it comes, if one likes.

let lock = null, isWanted = false;

// The screen stays awake while it is this player's turn.
export async function stayAwake(isNeeded) {
  isWanted = isNeeded;
  if (!isNeeded) { lock?.release(); lock = null; return; }
  if (lock || !navigator.wakeLock || document.hidden) return;
  try {
    lock = await navigator.wakeLock.request('screen');
    lock.addEventListener('release', () => { lock = null; });
  } catch { /* a low battery may refuse it */ }
}
// A page that is hidden loses it, and asks again when it is seen.
document.addEventListener('visibilitychange', () => { if (!document.hidden && isWanted) stayAwake(true); });

const NOTES = [523.25, 659.25];  // Hz: two quiet notes

export function chime() {
  try {
    const context = new AudioContext();
    NOTES.forEach((pitch, n) => {
      const note = context.createOscillator(), loud = context.createGain(), at = context.currentTime + n * 0.14;
      note.frequency.value = pitch;
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime(0.06, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
      note.connect(loud).connect(context.destination);
      note.start(at);
      note.stop(at + 0.55);
    });
    setTimeout(() => context.close(), 1200);
  } catch { /* no sound here */ }
}

export const tremble = () => navigator.vibrate?.([60, 60, 60]);
