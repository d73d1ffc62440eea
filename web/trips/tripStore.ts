import { hasPin } from '../account/pin/pin.ts';
import { markPerson } from '../data/markPerson.ts';
import { personChanged } from '../data/personal.ts';
import { storedSession } from '../data/session/storedSession.ts';
import { readOwnTrips, type OwnTrip } from '../data/trips/ownTrips.ts';
import type { TapDetails, TapKind } from '../data/trips/taps.ts';
import { isOwnPhone } from '../device/ownPhone.ts';
import { isPhoneScreen } from '../device/phoneScreen.ts';
import { isTap } from '../outbox/entries.ts';
import { storedEntries } from '../outbox/store.ts';
import { storeTap } from '../outbox/storeOrSend.ts';
import { createSignal } from '../util/signal.ts';
import { isObjectWith, storedValue } from '../util/storedValue.ts';
import { useSignal } from '../util/useSignal.ts';
import { newUuid } from '../util/uuid.ts';
import { boardedTrip, lostTrips, tripsWithin, withoutPeople, withTaps, type KnownDay } from './tripDay.ts';

/** The day for a start without a network. On a tablet, which passengers sit behind, it has of a person the sign alone. */
const storedDay = storedValue(
  'personal:trips',
  isObjectWith<KnownDay>('driverId', 'readAt', 'now', 'trips', 'taken', 'to_hand_over'),
);
const shownDay = createSignal(storedDay.read());
/** The trips that were the driver's until a reading of this session, and that the driver has not read about. */
export const lostTripsShown = createSignal<readonly OwnTrip[]>([]);
/** The trip whose passenger has got in while this page was open. */
export const boarding = createSignal<{ readonly id: string } | null>(null);

personChanged.listen(() => {
  shownDay.set(null);
  lostTripsShown.set([]);
  boarding.set(null);
});

/** Whether nobody else sits behind this device: one with a PIN, or a tablet, stands in a vehicle, whatever its address. */
const isPhoneOfDriver = () => isOwnPhone() && isPhoneScreen() && !hasPin(storedSession()?.user.id ?? '');

function show(day: KnownDay): void {
  const boarded = boardedTrip(shownDay.get(), day);
  if (boarded) boarding.set({ id: boarded.id });
  // Without storage the next start reads the trips from the server.
  storedDay.write(isPhoneOfDriver() ? day : withoutPeople(day));
  shownDay.set(day);
}

/** Drops the trips that have left the window: a device without a signal keeps no passenger's number for longer. */
export function dropOldTrips(): void {
  const day = shownDay.get();
  if (!day) return;
  const trips = tripsWithin(day, Date.now());
  if (trips.length < day.trips.length) show({ ...day, trips });
}

/** The driver's taps that are stored on this device, oldest first. */
async function pendingTaps(driverId: string) {
  const entries = await storedEntries(driverId).catch(() => []);
  const taps = entries.flatMap((entry) => (isTap(entry) && entry.refused === undefined ? [entry] : []));
  return taps.sort((a, b) => a.givenAt - b.givenAt).map((entry) => entry.tap);
}

/** Reads the driver's trips and shows them, with the taps that have not arrived. @throws DataError */
export async function refreshTrips(driverId: string): Promise<void> {
  const isSamePerson = markPerson();
  // Before and after: a tap that arrives, or is made, while the trips are read is in one of them.
  const taps = await pendingTaps(driverId);
  const read = await readOwnTrips();
  taps.push(...(await pendingTaps(driverId)));
  if (!isSamePerson()) return;
  const day = withTaps({ ...read, driverId, readAt: Date.now() }, taps);
  const gone = lostTrips(shownDay.get(), day);
  if (gone.length > 0) lostTripsShown.set([...lostTripsShown.get(), ...gone]);
  show(day);
}

/** Taps on a trip: stores it first, so that it is not lost, and shows it. @throws DataError without room and without a signal */
export async function tap(
  driverId: string,
  trip: OwnTrip,
  kind: TapKind,
  details: TapDetails = {},
): Promise<void> {
  const made = { tripId: trip.id, assignment: trip.assignment, kind, details };
  await storeTap({ key: newUuid(), driverId, givenAt: Date.now(), tap: made });
  const day = shownDay.get();
  if (day?.driverId === driverId) show(withTaps(day, [made]));
}

/** The driver's day as this device knows it; null before the first reading. */
export function useKnownDay(driverId: string): KnownDay | null {
  const day = useSignal(shownDay);
  return day?.driverId === driverId ? day : null;
}
