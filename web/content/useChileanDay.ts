import { useSyncExternalStore } from 'react';
import { chileanDay } from '../../shared/content/prices.ts';
import { every } from '../util/every.ts';

const everyMinute = every(60_000);

const today = () => chileanDay(new Date());

/** The day in Chile, by which prices change; a screen stays open for days. */
export function useChileanDay(): string {
  return useSyncExternalStore(everyMinute, today);
}
