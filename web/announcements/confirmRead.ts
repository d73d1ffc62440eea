import { within } from '../util/time/within.ts';
import { announcementsWanted, markRead } from './announcementStore.ts';
import { deliverReads } from './watchAnnouncements.ts';

/** The driver does not wait longer for the server; the device goes on trying. */
const confirmTimeoutMs = 4_000;

/** Stores that the driver has read announcements and sends it. @throws Error while the server does not know it */
export async function confirmRead(driverId: string, ids: readonly string[]): Promise<void> {
  markRead(driverId, ids);
  try {
    await within(confirmTimeoutMs, deliverReads(driverId));
  } finally {
    announcementsWanted.emit();
  }
}
