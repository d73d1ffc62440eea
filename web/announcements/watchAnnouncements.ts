import {
  confirmAnnouncement,
  listOwnAnnouncements,
  type OwnAnnouncement,
} from '../data/announcements/announcements.ts';
import { toDataError } from '../data/errors.ts';
import { markPerson } from '../data/markPerson.ts';
import { isModalOpen } from '../ui/modal.ts';
import { keepRunning, type Next } from '../util/time/retry.ts';
import {
  announcementsWanted,
  knownAnnouncements,
  markConfirmed,
  storeAnnouncements,
  unreadOf,
} from './announcementStore.ts';

/** The first poll leaves the network to the screen. */
const firstDelayMs = 5_000;
const pollIntervalMs = 60 * 60_000;
/** Announcements that take longer come too late: a passenger may be at the screen by then. */
const handTimeoutMs = 10_000;

/** Sends what the driver has read. @throws DataError when the server could not be reached */
export async function deliverReads(driverId: string): Promise<void> {
  const isSamePerson = markPerson();
  for (const id of knownAnnouncements(driverId).unsent) {
    try {
      await confirmAnnouncement(id);
    } catch (error) {
      // Deleted meanwhile, or no longer for this driver.
      if (toDataError(error).code !== 'announcement_not_found') throw error;
    }
    if (!isSamePerson()) return;
    markConfirmed(driverId, id);
  }
}

/**
 * Sends what the driver has read and polls the announcements until `signal`: at intervals, and when the driver wants them.
 * @param onUnread receives the unread ones after `takeInHand`, also the ones already known when the server cannot be reached; never
 * when it took long, or another dialog is open
 * @returns takeInHand: the driver has the device in hand
 */
export function watchAnnouncements(
  driverId: string,
  onUnread: (unread: readonly OwnAnnouncement[]) => void,
  signal: AbortSignal,
): () => void {
  let handedAt = -Infinity;
  const poll = async (): Promise<Next> => {
    let next: Next = pollIntervalMs;
    try {
      const isSamePerson = markPerson();
      await deliverReads(driverId);
      const listed = await listOwnAnnouncements();
      if (isSamePerson()) storeAnnouncements(driverId, listed);
    } catch (error) {
      if (toDataError(error).retryable) next = 'backoff';
    }
    const isInTime = performance.now() - handedAt < handTimeoutMs;
    handedAt = -Infinity;
    if (isInTime && !signal.aborted && !isModalOpen()) onUnread(unreadOf(knownAnnouncements(driverId)));
    return next;
  };
  const wake = keepRunning(poll, signal, firstDelayMs);
  const unsubscribe = announcementsWanted.listen(() => wake());
  signal.addEventListener('abort', unsubscribe, { once: true });
  return () => {
    handedAt = performance.now();
    wake();
  };
}
