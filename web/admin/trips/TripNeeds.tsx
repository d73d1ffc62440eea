import type { ReactNode } from 'react';
import { phoneOf } from '../../../shared/chile/phone.ts';
import type { TripNeed } from '../../../shared/trips.ts';
import { tripDrivers, tripOfCode, tripVehicles, type Trip } from '../../data/trips/trips.ts';
import { chatUrl } from '../../content/links.ts';
import { changedValues } from '../../forms/changedValues.ts';
import { useNamespace, useNamespaceIn } from '../../i18n/namespaces.ts';
import { ChatLink } from '../parts/ChatLink.tsx';
import { useRecordLocation } from '../parts/record/useRecordLocation.ts';
import { sectionAddress } from '../parts/section.ts';
import { AssignMenu, VehicleMenu } from './AssignMenu.tsx';
import { needsOf } from './columns.tsx';
import { pricedFields, type TripStart } from './tripValues.ts';
import { SmallButton, SmallLink } from '../parts/SmallButton.tsx';
import { useSpanishWriter, useTripWords } from './tripWords.ts';
import { useForward } from './TripActs.tsx';
import { useTripData, useTripChange, type TripProps } from './TripChanges.tsx';

/** The needs of a trip: a sentence each, with the act that mends it. */
export function TripNeeds({ trip }: TripProps) {
  const t = useNamespace('trips');
  const said = useNamespace('tripContacts');
  const texts = { ...t.needTexts, ...said.needTexts };
  const needs = needsOf(trip);
  if (needs.length === 0) return null;
  return (
    <ul aria-label={t.need} className="divide-y divide-line rounded-card border border-line">
      {needs.map((need) => (
        <li key={need} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-1.5">
          <p className="min-w-0">
            <span className="font-semibold">{t.needs[need]}</span>
            <span className="block text-small text-ink-soft">
              {need === 'request' && trip.day === null ? t.unread : texts[need]}
            </span>
          </p>
          <Mending need={need} trip={trip} />
          {need === 'proposal' && trip.proposal && <Proposal trip={trip} />}
        </li>
      ))}
    </ul>
  );
}

function Mending({ need, trip }: TripProps & { readonly need: TripNeed }): ReactNode {
  const t = useNamespace('trips');
  const forward = useForward(trip);
  const { open } = useRecordLocation();
  const { driver_id: driver, vehicle_id: vehicle } = trip;
  if (need === 'late' || need === 'request') {
    const { title, run } = forward ?? { title: t.edit, run: () => open({ act: 'edit' }) };
    return <SmallButton onClick={run}>{title}</SmallButton>;
  }
  if (need === 'driver' || need === 'declined') return <AssignMenu trip={trip} />;
  if (need === 'seats') return <VehicleMenu trip={trip} />;
  if (need === 'changed' || need === 'told')
    return <SmallButton onClick={() => open({ act: 'tell' })}>{t.tell}</SmallButton>;
  if (need === 'accepted') return <AskDriver trip={trip} />;
  if (need === 'no_show' || need === 'late_tap') return <SeenButtons need={need} trip={trip} />;
  if (need === 'overlap' || need === 'tight') return <OtherTrip trip={trip} />;
  if (need !== 'documents') return null;
  return (
    <span className="flex flex-wrap gap-x-4">
      {driver && <SmallLink href={sectionAddress('drivers', { record: driver })}>{t.driverPage}</SmallLink>}
      {vehicle && (
        <SmallLink href={sectionAddress('vehicles', { record: vehicle })}>{t.vehiclePage}</SmallLink>
      )}
    </span>
  );
}

/** Asks the driver by WhatsApp to accept the trip; nothing for one without a number. */
function AskDriver({ trip }: TripProps) {
  const { writeToDriver } = useNamespace('tripContacts');
  const { ask } = useNamespaceIn('tripContacts', 'es');
  const writer = useSpanishWriter();
  const phone = phoneOf(trip.driver_phone ?? '');
  if (phone === null) return null;
  const text = ask(trip.driver_name ?? '', writer.when(trip), writer.way(trip), trip.code);
  return (
    <ChatLink isCompact href={chatUrl(phone.slice(1), text)}>
      {writeToDriver}
    </ChatLink>
  );
}

/** Confirms what a driver has said, which changes nothing else; a passenger who did come opens the trip again. */
function SeenButtons({ need, trip }: TripProps & { readonly need: TripNeed }) {
  const t = useNamespace('trips');
  const said = useNamespace('tripContacts');
  const { open } = useRecordLocation();
  const { run } = useTripChange(trip);
  const isNoShow = need === 'no_show';
  const message = isNoShow ? t.stateSet(trip.code, t.states.no_show) : said.wasSeen(trip.code);
  return (
    <span className="flex flex-wrap gap-2">
      <SmallButton onClick={() => run({}, message)}>{isNoShow ? said.confirmNoShow : said.seen}</SmallButton>
      {isNoShow && <SmallButton onClick={() => open({ act: 'back' })}>{said.reopen}</SmallButton>}
    </span>
  );
}

/** The trip of the same driver or vehicle that leaves too little time. */
async function findClash({ id, driver_id: driver, vehicle_id: vehicle }: Trip, signal: AbortSignal) {
  const drivers = driver === null ? [] : await tripDrivers(id, signal);
  const own = drivers.find((each) => each.id === driver)?.clash_code;
  const vehicles = own || vehicle === null ? [] : await tripVehicles(id, signal);
  const code = own || vehicles.find((each) => each.id === vehicle)?.clash_code;
  return code ? tripOfCode(code, signal) : null;
}

function OtherTrip({ trip }: TripProps) {
  const t = useNamespace('trips');
  const { data } = useTripData(['trip-clash', trip.id], (signal) => findClash(trip, signal));
  if (!data) return null;
  return (
    <SmallLink href={sectionAddress('trips', { record: data.id })}>
      {t.other(data.code, data.clock ?? '')}
    </SmallLink>
  );
}

/** The office decides on the state; the others only say where the message came from. */
const unproposed = ['at', 'state', 'source', 'group_id', 'message', 'price_release', 'price_check'];

/** The fields that a later message says differently. */
function proposedChanges(trip: Trip): TripStart {
  const said = Object.entries(trip.proposal ?? {}).filter(([name]) => !unproposed.includes(name));
  return changedValues<TripStart>(trip, Object.fromEntries(said));
}

/** A later message about a trip beside what the trip has; applied or discarded as a whole. */
function Proposal({ trip }: TripProps) {
  const t = useNamespace('trips');
  const { value } = useTripWords();
  const { busy, run } = useTripChange(trip);
  const changes = proposedChanges(trip);
  const names = Object.keys(changes) as (keyof TripStart)[];
  // One that the office has agreed stays so at another hour.
  const isUnchecked =
    'pesos' in changes || (trip.price_check !== null && pricedFields.some((name) => name in changes));
  const price = isUnchecked && { price_check: 'unchecked' as const };
  const apply = () => run({ values: { ...changes, ...price, proposal: null } }, t.applied(trip.code));
  const labels: Readonly<Record<string, string>> = t.fields;
  return (
    <div className="w-full">
      <table className="w-full text-left text-small">
        <thead className="text-ink-soft">
          <tr>
            <th scope="col">{t.field}</th>
            <th scope="col">{t.present}</th>
            <th scope="col">{t.proposed}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name} className="border-t border-line align-top [overflow-wrap:anywhere]">
              <th scope="row" className="pr-3 font-normal text-ink-soft">
                {labels[name] ?? name}
              </th>
              <td className="pr-3">{value(name, trip[name])}</td>
              <td className="font-semibold">{value(name, changes[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-2 py-2">
        <SmallButton busy={busy} onClick={apply}>
          {t.apply}
        </SmallButton>
        <SmallButton
          variant="quiet"
          onClick={() => run({ values: { proposal: null } }, t.discarded(trip.code))}
        >
          {t.discard}
        </SmallButton>
      </div>
    </div>
  );
}
