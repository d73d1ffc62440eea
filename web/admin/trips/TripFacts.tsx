import { Building2, UserMinus } from 'lucide-react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { isLanguage } from '../../../shared/languages.ts';
import { tripsOfVoucher, tripTimeline, type Trip, type TripEvent } from '../../data/trips/trips.ts';
import { flightUrl } from '../../content/links.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import type { PriceVerdict } from '../../../shared/trips.ts';
import { languageNames } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { CallLinks } from '../parts/CallLinks.tsx';
import { RecordCard } from '../parts/record/RecordPage.tsx';
import { useRecordLocation } from '../parts/record/useRecordLocation.ts';
import { sectionAddress } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { RecordFacts } from '../tickets/RecordFacts.tsx';
import { TicketContact } from '../tickets/TicketContent.tsx';
import { AssignMenu, isAssignable, VehicleMenu } from './AssignMenu.tsx';
import { usePriceReleases } from './intake/takeInParts.ts';
import { checkPrice } from './priceCheck.ts';
import { SmallButton, SmallLink } from '../parts/SmallButton.tsx';
import { useTripData, useTripChange, type TripProps } from './TripChanges.tsx';
import { joined, useTripWords } from './tripWords.ts';

/** Day and hour in words: the night by both days, from the airport with the landing. */
function useWhen(trip: Trip): string {
  const t = useNamespace('trips');
  const { count, plainLongWeekday } = useFormat();
  const { night } = useTripWords();
  const { day, clock, landing_clock: landing, buffer_minutes: buffer } = trip;
  if (day === null) return t.noDay;
  return joined([
    `${plainLongWeekday(day)}, ${clock ?? ''}`,
    night(trip),
    trip.second_hour && t.secondHour,
    landing !== null && t.landing(landing, count(buffer)),
    trip.minutes !== null && t.drive(count(trip.minutes)),
  ]);
}

/** The check of the price; one that is still to be done, as of a request from the form, by the release that the trip names. */
function useVerdict(trip: Trip): PriceVerdict | null {
  const { id, version, route, pesos, price_check: stored, price_release: release } = trip;
  const releasesOf = usePriceReleases();
  const check = async () => {
    const { newest, named } = await releasesOf(release === null ? [] : [release]);
    // From the airport, prices are those of the landing.
    const [day, clock] = [trip.landing_day ?? trip.day, trip.landing_clock ?? trip.clock];
    const quoted = { route: route ?? '', date: day ?? '', time: clock ?? '', pesos };
    return checkPrice(quoted, named.get(release ?? 0) ?? null, newest);
  };
  const checked = useTripData(['trip-price', id, version], check, { enabled: stored === 'unchecked' });
  return (stored === 'unchecked' && checked.data) || stored;
}

/** The passenger, the time, the way and the price. */
export function TripFacts({ trip }: TripProps) {
  const t = useNamespace('trips');
  const words = useTripWords();
  const { home } = useMessages();
  const { time } = useFormat();
  const verdict = useVerdict(trip);
  const { language, told_at: toldAt, replied_at: repliedAt } = trip;
  const flight = trip.flight && (
    <a
      href={flightUrl(trip.flight)}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
    >
      <span>{trip.flight}</span>
      <span className="sr-only">{` (${home.opensNewTab})`}</span>
    </a>
  );
  const facts = [
    [t.when, useWhen(trip)],
    [t.way, words.way(trip)],
    [t.fields.route, words.route(trip.route)],
    [t.from, trip.from_text],
    [t.until, trip.to_text],
    [t.fields.flight, flight],
    [t.passenger, `${words.name(trip)} · ${words.load(trip)}`],
    [t.fields.sign_text, trip.sign_text],
    [t.price, words.payment(trip)],
    [t.agency, joined([trip.agency, trip.voucher])],
    [t.fields.note, trip.note],
    [t.fields.language, isLanguage(language) ? languageNames[language] : language],
    [t.told, toldAt && time(toldAt)],
    [t.replied, repliedAt && time(repliedAt)],
    [t.reason, trip.reason && t.reasons[trip.reason]],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <RecordFacts facts={facts} />
      {verdict && <p className="text-small text-ink-soft">{t.verdicts[verdict]}</p>}
      <SameVoucher trip={trip} />
      <TicketContact row={trip} name={words.name(trip)} />
      {trip.message !== null && (
        <details className="text-small">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t.message}</summary>
          <p className="[overflow-wrap:anywhere] whitespace-pre-line">{trip.message}</p>
        </details>
      )}
    </div>
  );
}

/** Warns that an agency's voucher stands on another trip, too: the other way, a second vehicle, or a mistake. */
function SameVoucher({ trip }: TripProps) {
  const t = useNamespace('trips');
  const { agency, voucher, id } = trip;
  const key = ['trip-voucher', id, agency, voucher];
  const { data = [] } = useTripData(key, (signal) => tripsOfVoucher(trip, signal));
  if (data.length === 0) return null;
  return (
    <Notice tone="info">
      <p className="flex flex-wrap items-center gap-x-3">
        <span>{t.sameVoucher}</span>
        {data.map(({ id: other, code, day }) => (
          <SmallLink key={other} href={sectionAddress('trips', { record: other })}>
            {t.other(code, day ?? t.noDay)}
          </SmallLink>
        ))}
      </p>
    </Notice>
  );
}

/** Driver and vehicle with their pages, and the acts that change them. */
export function TripAssigned({ trip }: TripProps) {
  const t = useNamespace('trips');
  const { open } = useRecordLocation();
  const { busy, run } = useTripChange(trip);
  const { driver_id: driver, vehicle_id: vehicle, driver_name: name, license_plate: plate } = trip;
  const phone = trip.is_external ? trip.external_phone : trip.driver_phone;
  return (
    <RecordCard title={t.assigned}>
      {trip.is_external && (
        <p>
          {joined([
            t.externalOf(trip.external_name ?? '—'),
            trip.external_plate && plateInPairs(trip.external_plate),
          ])}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-4 empty:hidden">
        {driver === null && name && <span>{name}</span>}
        {driver && name && <SmallLink href={sectionAddress('drivers', { record: driver })}>{name}</SmallLink>}
        {plate !== null && vehicle !== null && (
          <SmallLink href={sectionAddress('vehicles', { record: vehicle })}>{plateInPairs(plate)}</SmallLink>
        )}
      </p>
      {phone !== null && <CallLinks contact={phone} name={name ?? trip.external_name ?? ''} />}
      {isAssignable(trip) && (
        <div className="flex flex-wrap gap-2 py-2">
          <AssignMenu trip={trip} />
          {driver !== null && <VehicleMenu trip={trip} />}
          {driver !== null && (
            <SmallButton
              icon={UserMinus}
              busy={busy}
              onClick={() => run({ values: { driver_id: null, vehicle_id: null } }, t.saved(trip.code))}
            >
              {t.unassign}
            </SmallButton>
          )}
          <SmallButton icon={Building2} onClick={() => open({ act: 'external' })}>
            {t.external}
          </SmallButton>
        </div>
      )}
    </RecordCard>
  );
}

/** Everything that happened to a trip, the oldest first. */
export function TripTimeline({ trip }: TripProps) {
  const t = useNamespace('trips');
  const said = useNamespace('tripContacts');
  const { time } = useFormat();
  const { data = [] } = useTripData(['trip-timeline', trip.id], (signal) => tripTimeline(trip.id, signal));
  const titles: Readonly<Record<string, string>> = { ...t.states, ...t.events, ...said.events };
  const reasons: Readonly<Record<string, string>> = { ...t.reasons, ...said.driverReasons };
  const namesOf = (kind: string): Readonly<Record<string, string>> =>
    kind === 'changed' ? t.fields : said.tried;
  const aboutOf = ({ kind, changed, driver_name: driver }: TripEvent) => {
    const hasDriver = ['assigned', 'told', 'accepted', 'declined'].includes(kind);
    return changed.map((name) => namesOf(kind)[name] ?? name).join(', ') || (hasDriver && driver);
  };
  return (
    <ol aria-label={t.timeline} className="flex flex-col gap-1.5 text-small text-ink-soft empty:hidden">
      {data.map((event) => (
        <li key={event.id} className="[overflow-wrap:anywhere]">
          <span className="font-semibold text-ink">
            {joined([titles[event.kind] ?? event.kind, aboutOf(event)], ': ')}
          </span>
          <span>
            {` · ${joined([time(event.at), event.author || t.itself, reasons[event.reason] ?? event.reason])}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
