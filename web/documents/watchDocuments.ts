import { shiftStarted, shownShift } from '../shift/openShift.ts';
import { isModalOpen } from '../ui/modal.ts';
import { keepRunning, type Next } from '../util/time/retry.ts';
import type { DocumentNews } from './documentNews.ts';
import { isNewSignIn, markSignInSeen } from '../session/seenSignIn.ts';

/** The first poll leaves the network to the screen. */
const firstDelayMs = 2_000;
const pollIntervalMs = 60 * 60_000;
/** The driver who is out of service waits for the company. */
const stoppedIntervalMs = 60_000;
/** News that take longer come too late: a passenger may be at the screen by then. */
const newsTimeoutMs = 10_000;

/**
 * Polls the driver's documents until `signal`: at intervals, after a change of the vehicle, and, with those that expire,
 * when the driver has the device in hand, which is after a sign-in and when a shift starts.
 * @param signedInAt of the account, as ISO 8601; undefined as long as another question is on the screen
 */
export function watchDocuments(
  signedInAt: string | undefined,
  onNews: (news: DocumentNews) => void,
  signal: AbortSignal,
): void {
  let isBegun = false;
  let isInHand = false;
  let intervalMs = pollIntervalMs;

  const read = async () => {
    const isSignIn = isNewSignIn(signedInAt) && markSignInSeen(signedInAt);
    const withDue = isInHand || isSignIn;
    isInHand = false;
    const startedAt = performance.now();
    const { readDocumentNews } = await import('./documentNews.ts');
    const news = await readDocumentNews(withDue);
    if (signal.aborted) return;
    const isInTime = performance.now() - startedAt < newsTimeoutMs && !isModalOpen();
    onNews({ ...news, due: isInTime ? news.due : null });
    intervalMs = news.stopping.length > 0 ? stoppedIntervalMs : pollIntervalMs;
  };
  const poll = async (): Promise<Next> => {
    isBegun = true;
    // Without a network the next poll tries again.
    await read().catch(() => undefined);
    return intervalMs;
  };
  const wake = keepRunning(poll, signal, isNewSignIn(signedInAt) ? 0 : firstDelayMs);
  const unsubscribe = [
    shiftStarted.listen(() => {
      isInHand = true;
      wake();
    }),
    // The documents of another vehicle count. Before the first poll there is nothing to repeat.
    shownShift().subscribe(() => {
      if (isBegun) wake();
    }),
  ];
  signal.addEventListener('abort', () => unsubscribe.forEach((stop) => stop()), { once: true });
}
