import { ChevronDown, MapPin, MessageCircle, Phone, PlaneLanding, type LucideIcon } from 'lucide-react';
import { useCompany } from '../content/ContentProvider.tsx';
import { chatUrl, flightUrl, mapsUrl } from '../content/links.ts';
import { driverMessages } from '../i18n/driverMessages.ts';
import { isLanguage } from '../i18n/languages.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { classes } from '../ui/classes.ts';
import { TripActs, type TripCardProps } from './TripActs.tsx';
import { useOwnTripWords } from './useTripWords.ts';

/** A trip with all that its driver needs for it, and the one button to move it on. */
export function TripCard(props: TripCardProps) {
  const { trip, bare = false } = props;
  const t = useNamespace('ownTrips');
  const words = useOwnTripWords();
  const lines = [trip.name, words.load(trip), words.flight(trip), words.price(trip)];
  return (
    <article
      aria-label={`${trip.clock} ${trip.code}`}
      className={classes(
        'flex flex-col gap-4 p-4',
        !bare && 'rounded-card border-2 border-accent bg-surface-raised',
      )}
    >
      {!bare && (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="headline text-display leading-none tabular-nums">{trip.clock}</p>
          <p className="text-right text-ink-soft">
            <span className="block">{words.day(trip)}</span>
            <strong className="block text-ink">{t.states[trip.state]}</strong>
          </p>
        </div>
      )}
      <p className="text-lead leading-snug font-semibold [overflow-wrap:anywhere]">
        {`${words.from(trip)} → ${words.to(trip)}`}
      </p>
      <div className="flex flex-col gap-1 [overflow-wrap:anywhere]">
        {lines.filter(Boolean).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {trip.note && <p className="rounded-control bg-accent-soft px-3 py-2 font-semibold">{trip.note}</p>}
        <p className="text-small tracking-wider text-ink-soft">{trip.code}</p>
      </div>
      <TripActs {...props} />
      <Ways trip={trip} driver={props.driver} />
    </article>
  );
}

/** The ways out of the app: call, write, the map, the flight. */
function Ways({ trip, driver }: Pick<TripCardProps, 'trip' | 'driver'>) {
  const t = useNamespace('ownTrips');
  const company = useCompany();
  const words = useOwnTripWords();
  const place = trip.direction === 'to' ? words.from(trip) : words.to(trip);
  const digits = trip.phone?.slice(1);
  const message = driverMessages[isLanguage(trip.language) ? trip.language : 'en'];
  const [firstName = ''] = driver.name.split(' ');
  const said = message(firstName, company.name, trip.clock, trip.code);
  const ways: readonly [LucideIcon, string, string | null | undefined | false][] = [
    [Phone, t.call, digits && `tel:+${digits}`],
    [MessageCircle, t.write, digits && chatUrl(digits, said)],
    [MapPin, t.map, place && mapsUrl(company, place)],
    [PlaneLanding, t.searchFlight, trip.flight && flightUrl(trip.flight)],
  ];
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(max(min(8.5rem,100%),50%-1rem),1fr))] gap-3 empty:hidden">
      {ways.map(
        ([Icon, label, href]) =>
          href && (
            <a
              key={label}
              href={href}
              {...(!href.startsWith('tel:') && { target: '_blank', rel: 'noopener noreferrer' })}
              className="key flex min-h-14 items-center justify-center gap-2 rounded-control px-3 text-center leading-tight font-semibold tablet:min-h-target"
            >
              <Icon size={22} className="shrink-0 text-accent" aria-hidden="true" />
              {label}
            </a>
          ),
      )}
    </div>
  );
}

/** A trip that is not the current one: a line that opens to the same card. */
export function TripLine(props: TripCardProps) {
  const { trip } = props;
  const t = useNamespace('ownTrips');
  const words = useOwnTripWords();
  return (
    <details className="group rounded-card border border-line bg-surface-raised">
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-4 px-4 py-2 tablet:min-h-target">
        <strong className="text-lead tabular-nums">{trip.clock}</strong>
        <span className="min-w-0 flex-1">
          <span className="block">{`${words.from(trip)} → ${words.to(trip)}`}</span>
          <span className="block text-small text-ink-soft">{`${words.day(trip)} · ${t.states[trip.state]}`}</span>
        </span>
        <ChevronDown size={24} className="shrink-0 text-ink-soft group-open:rotate-180" aria-hidden="true" />
      </summary>
      <TripCard {...props} bare />
    </details>
  );
}
