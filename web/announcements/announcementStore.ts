import { chileanDay } from '../../shared/chile/time.ts';
import type { OwnAnnouncement } from '../data/announcements/announcements.ts';
import { personChanged } from '../data/personal.ts';
import { createEmitter, createSignal } from '../util/signal.ts';
import { isObjectWith, storedValue } from '../util/storedValue.ts';
import { useSignal } from '../util/useSignal.ts';

/** The announcements of a driver as this device knows them. */
interface DriverAnnouncements {
  readonly driverId: string;
  /** Newest first. */
  readonly announcements: readonly OwnAnnouncement[];
  /** The ids of those that the driver has read, which the server does not know yet. */
  readonly unsent: readonly string[];
}

const stored = storedValue(
  'personal:announcements',
  isObjectWith<DriverAnnouncements>('driverId', 'announcements', 'unsent'),
);
const known = createSignal(stored.read());

personChanged.listen(() => known.set(null));

/** The driver wants the newest announcements now, or has read one that is to be sent. */
export const announcementsWanted = createEmitter();

function write(next: DriverAnnouncements): void {
  // Without storage they last as long as the page.
  stored.write(next);
  known.set(next);
}

function announcementsOf(all: DriverAnnouncements | null, driverId: string): DriverAnnouncements {
  return all?.driverId === driverId ? all : { driverId, announcements: [], unsent: [] };
}

/** The announcements of a driver that this device knows. */
export function knownAnnouncements(driverId: string): DriverAnnouncements {
  return announcementsOf(known.get(), driverId);
}

/** `knownAnnouncements`, as they change. */
export function useAnnouncements(driverId: string): DriverAnnouncements {
  return announcementsOf(useSignal(known), driverId);
}

/** Those that the driver has not read and that still hold. */
export function unreadOf({ announcements, unsent }: DriverAnnouncements): readonly OwnAnnouncement[] {
  const today = chileanDay(new Date());
  return announcements.filter(
    ({ id, read_at: readAt, valid_until: last }) => readAt === null && !unsent.includes(id) && last >= today,
  );
}

/** Stores the list that the server gave. A response that left before a confirmation arrived does not undo it. */
export function storeAnnouncements(driverId: string, listed: readonly OwnAnnouncement[]): void {
  const { announcements, unsent } = knownAnnouncements(driverId);
  const readAt = new Map(announcements.map((each) => [each.id, each.read_at]));
  write({
    driverId,
    announcements: listed.map((each) => ({ ...each, read_at: each.read_at ?? readAt.get(each.id) ?? null })),
    unsent,
  });
}

/** Stores that the driver has read announcements, until the server has it. */
export function markRead(driverId: string, ids: readonly string[]): void {
  const before = knownAnnouncements(driverId);
  write({ ...before, unsent: [...new Set([...before.unsent, ...ids])] });
}

/** Stores that the server knows that the driver has read an announcement, or that there is no such announcement any more. */
export function markConfirmed(driverId: string, confirmed: string): void {
  const { announcements, unsent } = knownAnnouncements(driverId);
  const readAt = new Date().toISOString();
  write({
    driverId,
    announcements: announcements.map((each) =>
      each.id === confirmed ? { ...each, read_at: each.read_at ?? readAt } : each,
    ),
    unsent: unsent.filter((id) => id !== confirmed),
  });
}
