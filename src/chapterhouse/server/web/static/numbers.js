// A number for every action, so that a decision takes a few keys: its own (`bid 7`, `step 4`) where only one action has
// it, else its place in the list; beside own numbers a place is written with a nought before it.

export function numbersOf(legal) {
  const own = legal.map(action => action.words.match(/(?:^| )(\d+)$/)?.[1] ?? null);
  const isAlone = number => number !== null && own.filter(other => other === number).length === 1;
  const nought = own.some(isAlone) ? '0' : '';
  let place = 0;
  return new Map(legal.map((action, n) => [action.words, isAlone(own[n]) ? own[n] : `${nought}${(place += 1)}`]));
}
