/** A screen that takes a choice of several things stops taking them so long after the last tap. */
export const choosingMs = 30_000;
/** The choice is sent later than that, because the screen's timer may be late. */
const marginMs = 5_000;

/** When a choice may be sent: at once if it is final. In milliseconds since 1970, by the clock of this device. */
export function choiceDue(isFinal: boolean, now: number): number {
  return isFinal ? now : now + choosingMs + marginMs;
}

/** Milliseconds until `due`, 0 from then on. A time out of reach comes from a clock that was set back: it is over too. */
export function delayUntil(due: number, now: number): number {
  const left = due - now;
  return left > choosingMs + marginMs ? 0 : Math.max(0, left);
}
