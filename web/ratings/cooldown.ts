import { getEnvironment } from '../data/environment.ts';
import { personalPrefix } from '../data/personal.ts';

// Part of the first load: keep it small.

const key = `${personalPrefix}rated`;
const changed = 'ratingrest';

/**
 * What is left of a rest, and when it began, which is now if the clock was set back: a rest never takes longer than
 * once more its whole length. All in milliseconds.
 */
export function restAfter(ratedAt: number, now: number, length: number) {
  const began = Math.min(ratedAt, now);
  return { began, left: Math.max(0, began + length - now) };
}

/**
 * How long the rating button still rests after the last rating on this device, in milliseconds. A storage that is
 * forbidden or full costs the rest; the server limits too.
 */
export function restLeft(): number {
  try {
    const ratedAt = Number.parseInt(localStorage.getItem(key) ?? '', 10);
    if (Number.isNaN(ratedAt)) return 0;
    const { began, left } = restAfter(ratedAt, Date.now(), getEnvironment().ratingRestMinutes * 60_000);
    if (began !== ratedAt) localStorage.setItem(key, String(began));
    return left;
  } catch {
    return 0;
  }
}

/** A rating was given: the button rests, in every tab. */
export function startRest(): void {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch {
    // As above.
  }
  window.dispatchEvent(new Event(changed));
}

/** Runs `listener` when a rest begins in this or another tab. Returns what ends it. */
export function onRest(listener: () => void): () => void {
  // The browser tells only the other tabs about a change of the storage.
  const events = ['storage', changed];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}
