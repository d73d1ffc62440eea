import { useSyncExternalStore } from 'react';
import { every } from '../util/time/every.ts';

const tickMs = 5_000;
const everyTick = every(tickMs);
const tick = () => Math.floor(Date.now() / tickMs) * tickMs;

/** The time by the clock of this device, in milliseconds since 1970, every five seconds. */
export const useNow = (): number => useSyncExternalStore(everyTick, tick);
