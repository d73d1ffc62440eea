import { personChanged } from './personal.ts';

let changes = 0;

personChanged.listen(() => {
  changes += 1;
});

/**
 * Remembers the person at this device, for work whose response may come after a sign-out.
 * @returns whether it is still the same one: nothing is stored about somebody who has left
 */
export function markPerson(): () => boolean {
  const before = changes;
  return () => changes === before;
}
