import type { Company } from './content.ts';

export type WaitingMinutes = NonNullable<Company['waitingMinutes']>;

/** The free waiting of a company that has written none. */
export const defaultWaitingMinutes: WaitingMinutes = { airport: 60, elsewhere: 15 };

/** How long a driver of the company waits without charge, in minutes. */
export function waitingMinutesOf({ waitingMinutes }: Pick<Company, 'waitingMinutes'>): WaitingMinutes {
  return waitingMinutes ?? defaultWaitingMinutes;
}

/** From the landing of a flight to the pick-up, for a company that has written nothing: baggage and customs. */
export const defaultBufferMinutes = 30;

/** How long after a landing the vehicle has to be there, in minutes. */
export function bufferMinutesOf({ bufferMinutes }: Pick<Company, 'bufferMinutes'>): number {
  return bufferMinutes ?? defaultBufferMinutes;
}
