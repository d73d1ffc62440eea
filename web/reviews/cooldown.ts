import { useSyncExternalStore } from 'react';
import { getEnvironment } from '../data/environment.ts';
import { every } from '../util/time/every.ts';
import { isString, storedValue } from '../util/storedValue.ts';

// Part of the first load: keep it small.

/** Without storage there is no cooldown. */
const lastRated = storedValue('personal:rated', isString, { format: 'text' });
const everyTick = every(5_000);
/** Follows the time of a review once its passenger has left. */
const left = ' left';
/** A trip takes longer, and so does the pause between two links (`create_rating_link`). */
const nextPassengerPauseMs = 5 * 60_000;

/**
 * The start and the remainder of a cooldown, in milliseconds. A clock set back moves the start to now, so a cooldown
 * never lasts longer than once more its full length.
 */
export function cooldownAfter(ratedAt: number, now: number, length: number) {
  const began = Math.min(ratedAt, now);
  return { began, left: Math.max(0, began + length - now) };
}

const read = (): string => lastRated.read() ?? '';

/** Whether the passenger who gave the last review has left the screen to somebody else. */
function hasRaterLeft(): boolean {
  return read().endsWith(left);
}

/**
 * Milliseconds until this device takes the next review: the whole cooldown for the passenger who has rated, at most five
 * minutes for the next one. Without storage (forbidden or full) there is no cooldown here; the server limits reviews too.
 */
export function cooldownLeft(): number {
  const ratedAt = Number.parseInt(read(), 10);
  if (Number.isNaN(ratedAt)) return 0;
  const whole = getEnvironment().ratingCooldownMinutes * 60_000;
  const length = hasRaterLeft() ? Math.min(whole, nextPassengerPauseMs) : whole;
  const { began, left: remaining } = cooldownAfter(ratedAt, Date.now(), length);
  if (began !== ratedAt) lastRated.write(`${began}${hasRaterLeft() ? left : ''}`);
  return remaining;
}

/** Starts the cooldown after a review, in every tab. */
export function startCooldown(): void {
  lastRated.write(String(Date.now()));
}

/** Another passenger is at the screen: nobody thanks them for a review that they did not give. */
export function welcomeNextPassenger(): void {
  const rated = read();
  if (rated !== '' && !rated.endsWith(left)) lastRated.write(rated + left);
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = [lastRated.subscribe(listener), everyTick(listener)];
  return () => unsubscribe.forEach((stop) => stop());
}

const minutesLeft = () => Math.ceil(cooldownLeft() / 60_000);

/** Minutes, rounded up, until this device takes the next review; 0 when it takes one now. */
export function useCooldownMinutes(): number {
  return useSyncExternalStore(subscribe, minutesLeft);
}

/** Whether the last review, if any, was not given by the passenger at the screen. */
export function useHasRaterLeft(): boolean {
  return useSyncExternalStore(subscribe, hasRaterLeft);
}
