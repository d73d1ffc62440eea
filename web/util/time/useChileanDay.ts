import { useSyncExternalStore } from 'react';
import { chileanClock, chileanDay } from '../../../shared/chile/time.ts';
import { every } from './every.ts';

const everyMinute = every(60_000);

const today = () => chileanDay(new Date());
const now = () => chileanClock(new Date());

/** The day in Chile; a screen stays open for days. */
export function useChileanDay(): string {
  return useSyncExternalStore(everyMinute, today);
}

/** The minute in Chile, by which prices change, as `2026-11-22T18:30`. */
export function useChileanClock(): string {
  return useSyncExternalStore(everyMinute, now);
}
