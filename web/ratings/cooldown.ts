import { useSyncExternalStore } from 'react';
import { getEnvironment } from '../data/environment.ts';
import { personalPrefix } from '../data/personal.ts';

// Part of the first load: keep it small.

const key = `${personalPrefix}rated`;
const startEvent = 'ratingcooldown';
const tick = 5_000;

/**
 * The start and the remainder of a cooldown, in milliseconds. A clock set back moves the start to now, so a cooldown
 * never lasts longer than once more its full length.
 */
export function cooldownAfter(ratedAt: number, now: number, length: number) {
  const began = Math.min(ratedAt, now);
  return { began, left: Math.max(0, began + length - now) };
}

/**
 * Milliseconds until this device takes the next rating. Without storage (forbidden or full) there is no cooldown here;
 * the server limits ratings too.
 */
export function cooldownLeft(): number {
  try {
    const ratedAt = Number.parseInt(localStorage.getItem(key) ?? '', 10);
    if (Number.isNaN(ratedAt)) return 0;
    const length = getEnvironment().ratingRestMinutes * 60_000;
    const { began, left } = cooldownAfter(ratedAt, Date.now(), length);
    if (began !== ratedAt) localStorage.setItem(key, String(began));
    return left;
  } catch {
    return 0;
  }
}

/** Starts the cooldown after a rating, in every tab. */
export function startCooldown(): void {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch {
    // Without storage there is no cooldown.
  }
  window.dispatchEvent(new Event(startEvent));
}

function subscribe(listener: () => void): () => void {
  // The browser sends `storage` only to the other tabs.
  const events = ['storage', startEvent];
  for (const event of events) window.addEventListener(event, listener);
  const timer = setInterval(listener, tick);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
    clearInterval(timer);
  };
}

const minutesLeft = () => Math.ceil(cooldownLeft() / 60_000);

/** Minutes, rounded up, until this device takes the next rating; 0 when it takes one now. */
export function useCooldownMinutes(): number {
  return useSyncExternalStore(subscribe, minutesLeft);
}
