import { parseBookings } from '../../../../shared/booking/parse.ts';
import { existingMembers, getTrip, type Trip } from '../../../data/trips/trips.ts';
import { changedValues } from '../../../forms/changedValues.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useStoredValue } from '../../../util/useSignal.ts';
import type { SectionProps } from '../../parts/section.ts';
import { useChange } from '../../parts/useChange.ts';
import { useFormat } from '../../parts/useFormat.ts';
import { useOnDone } from '../../parts/section.ts';
import { noBookings, storedBookings, type BookingList, type ListedBooking } from './formerBookings.ts';
import {
  namedReleases,
  readMessage,
  unreadMessage,
  type PastedMessage,
  type PriceReleases,
} from './messages.ts';
import { takeInParts, useOutcomeText, usePriceReleases } from './takeInParts.ts';
import { SmallButton } from '../../parts/SmallButton.tsx';

/** The fields in which a row and the trip of its message may differ because the office has worked on one of them. */
const compared = new Set(
  (
    'day clock landing_day landing_clock direction route flight people bags child_ages wheelchair pesos payment ' +
    'driver_id vehicle_id name from_text to_text'
  ).split(' '),
);

function isAnsweredBy(trip: Trip, { fields, person }: PastedMessage): boolean {
  const said = Object.entries({ ...fields, ...person }).filter(
    ([name, value]) => value !== null && compared.has(name),
  );
  const stored = Object.fromEntries(said.map(([name]) => [name, trip[name as keyof Trip]]));
  return Object.keys(changedValues<object>(stored, Object.fromEntries(said))).length === 0;
}

/** The message of a row, with what the office has made of it. */
function rowMessage(row: ListedBooking, releases: PriceReleases, fleet: ReadonlySet<string>): PastedMessage {
  const { id, booking, phone: sender, text, differs, driver, vehicle } = row;
  const [parsed] = parseBookings(text).bookings;
  const { sign = '' } = parsed?.booking ?? {};
  const said = { id: parsed?.id ?? null, booking: { ...booking, sign }, sender, text, differs };
  const message = readMessage(said, releases);
  const isFree = !parsed;
  const { key, text: own } = isFree ? unreadMessage({ sender, text, found: {} }) : message;
  return {
    ...message,
    ...(text === '' ? { key: `former|${id}`, text: `former|${id}` } : { key, text: own }),
    fields: {
      ...message.fields,
      ...(driver && fleet.has(driver.id) && { driver_id: driver.id }),
      ...(vehicle && fleet.has(vehicle.id) && { vehicle_id: vehicle.id }),
    },
  };
}

/** Whether the office has changed a row, beside what its message says. */
function isOwnWork({ booking, text, driver, vehicle }: ListedBooking): boolean {
  const [parsed] = parseBookings(text).bookings;
  const { sign: _, ...said } = parsed?.booking ?? { sign: '' };
  return driver !== null || vehicle !== null || JSON.stringify(said) !== JSON.stringify(booking);
}

/**
 * Uploads the bookings of a browser. A row whose message somebody else has pasted before becomes a proposal, where the office
 * has corrected or assigned it: the work of both stays.
 */
async function uploadFormer(
  { bookings, unread }: BookingList,
  releasesOf: ReturnType<typeof usePriceReleases>,
) {
  const idsOf = (member: 'driver' | 'vehicle') => bookings.flatMap((row) => row[member]?.id ?? []);
  const [releases, drivers, vehicles] = await Promise.all([
    releasesOf(namedReleases(bookings)),
    existingMembers('drivers', idsOf('driver')),
    existingMembers('vehicles', idsOf('vehicle')),
  ]);
  const fleet = new Set([...drivers, ...vehicles]);
  const messages = [
    ...bookings.map((row) => rowMessage(row, releases, fleet)),
    ...unread.map(({ text, phone, found }) => unreadMessage({ text, sender: phone, found })),
  ];
  const taken = [...(await takeInParts(messages))];
  for (const [index, row] of bookings.entries()) {
    const message = messages[index]!;
    if (taken[index]?.outcome !== 'known' || !isOwnWork(row)) continue;
    const trip = await getTrip(taken[index].id);
    if (!trip || trip.is_forgotten || isAnsweredBy(trip, message)) continue;
    const [proposed] = await takeInParts([{ ...message, text: `${message.text}|${row.id}` }]);
    if (proposed) taken[index] = proposed;
  }
  return { messages, taken };
}

/** Offers to upload the bookings that an earlier version kept in this browser; nothing where there are none. */
export function FormerBookings({ ownId }: Pick<SectionProps, 'ownId'>) {
  const onDone = useOnDone();
  const t = useNamespace('trips').forms;
  const { count } = useFormat();
  const releasesOf = usePriceReleases();
  const outcomeText = useOutcomeText();
  const stored = storedBookings(ownId);
  const list = useStoredValue(stored) ?? noBookings;
  const upload = useChange(
    () => uploadFormer(list, releasesOf),
    ({ messages, taken }) => {
      if (taken.length === messages.length) stored.remove();
      onDone(outcomeText(messages, taken));
    },
  );
  const number = list.bookings.length + list.unread.length;
  if (number === 0) return null;
  return (
    <Notice tone="info" className="mb-4">
      <p>{t.former(number, count(number))}</p>
      <p className="text-small font-normal">{t.formerHint}</p>
      <SmallButton className="mt-2" busy={upload.busy} onClick={() => upload.run()}>
        {t.upload}
      </SmallButton>
      {upload.errorText && (
        <p role="alert" className="mt-2 text-danger">
          <span>{t.uploadFailed}</span> <span>{upload.errorText}</span>
        </p>
      )}
    </Notice>
  );
}
