import { CloudOff, Link2Off } from 'lucide-react';
import { lazy, useEffect } from 'react';
import { waitingMinutesOf } from '../../../shared/content/waiting.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import type { TripState } from '../../../shared/trips.ts';
import { PriceFacts } from '../../components/PriceFacts.tsx';
import { useCompany } from '../../content/ContentProvider.tsx';
import type { PassengersTrip } from '../../data/trips/tripPage.ts';
import { chosenLanguage } from '../../i18n/chosenLanguage.ts';
import { isLanguage, localeOf } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { spokenLanguage } from '../../i18n/phoneLanguage.ts';
import { useSay } from '../../i18n/Text.tsx';
import { Optional } from '../../ui/Boundary.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { CompanyLink, HelpLink } from '../Links.tsx';
import { LoadFailure, Message, PageLoading } from '../Message.tsx';
import { PaymentLink } from '../PaymentLink.tsx';
import { isExpected, TripDriverCard } from './TripDriverCard.tsx';
import { MeetingPoints } from './MeetingPoints.tsx';
import { PassengerActs } from './PassengerActs.tsx';
import { useDayWords } from './useDayWords.ts';
import { useTripPage } from './useTripPage.ts';

const AfterTrip = lazy(() => import('./AfterTrip.tsx'));

interface TripScreenProps {
  readonly secret: string;
  /** The load that began before the page rendered. */
  readonly asked: Promise<PassengersTrip | null>;
}

/** A trip on its passenger's own phone, and for anybody the passenger sends the page to. Opening it changes nothing. */
export default function TripScreen({ secret, asked }: TripScreenProps) {
  const t = useNamespace('tripPage');
  const { trip, staleSince, failure, reload } = useTripPage(secret, asked);
  useBookedLanguage(trip?.language);
  if (trip === undefined && failure) return <LoadFailure failure={failure} onRetry={reload} />;
  if (trip === undefined) return <PageLoading />;
  if (trip === null)
    return (
      <Message icon={<Link2Off size={48} />} title={t.unknownTitle} text={t.unknownText}>
        <CompanyLink />
        <HelpLink />
      </Message>
    );
  const { state, driver } = trip;
  const part = { trip, secret, onChanged: reload };
  return (
    <main className="mx-auto grid w-full max-w-lg flex-1 grid-cols-1 content-start gap-5 px-5 py-5 lg:max-w-5xl lg:grid-cols-2 lg:gap-x-12 lg:py-8">
      <div className="flex min-w-0 flex-col gap-5">
        <TripHead trip={trip} staleSince={staleSince} />
        {driver && state !== 'cancelled' && <TripDriverCard trip={trip} driver={driver} />}
        {state === 'done' && (
          <Optional>
            <AfterTrip {...part} />
          </Optional>
        )}
        {isExpected(state) && <MeetingPoints trip={trip} />}
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <PassengerActs {...part} />
        {state !== 'no_show' && state !== 'cancelled' && <Price trip={trip} />}
        {state !== 'done' && <HelpLink code={driver?.code ?? ''} />}
      </div>
    </main>
  );
}

/** Shows the language of the booking on a phone that speaks none of ours, until somebody chooses another. */
function useBookedLanguage(booked: string | undefined): void {
  const { language, setLanguage } = useLanguage();
  useEffect(() => {
    if (!isLanguage(booked) || booked === language) return;
    if (spokenLanguage(window.location.search, chosenLanguage(), navigator.languages)) return;
    // Without a network the page stays as it is.
    setLanguage(booked).catch(() => undefined);
  }, [booked, language, setLanguage]);
}

const isOver = (state: TripState) => state === 'done' || state === 'no_show' || state === 'cancelled';

interface TripHeadProps {
  readonly trip: PassengersTrip;
  readonly staleSince: string | null;
}

/** The state in words, then the way and the time. */
function TripHead({ trip, staleSince }: TripHeadProps) {
  const t = useNamespace('tripPage');
  const say = useSay();
  const { state, driver, direction, place, has_proposal: isProposed } = trip;
  const name = driver?.first_name ?? t.driver;
  const isAssigned = state === 'confirmed' && driver !== null;
  const way = place && direction !== 'other' ? t.ways[direction](say(place)) : null;
  return (
    <section className="flex flex-col gap-3">
      <p className="text-small text-ink-soft">{t.code(trip.code)}</p>
      <div aria-live="polite">
        <h1 className="headline text-[min(var(--text-display),9.5vw)] leading-[1.1] [overflow-wrap:anywhere]">
          {t.states[state](name)}
        </h1>
        <p className="mt-2 text-lead text-ink-soft">{isAssigned ? t.texts.assigned(name) : t.texts[state]}</p>
      </div>
      <Stale since={staleSince} />
      <div className="rounded-card bg-surface-raised p-4 shadow-card">
        {way && <p className="text-ink-soft">{way}</p>}
        <When trip={trip} />
      </div>
      {isProposed && !isOver(state) && <Notice tone="info">{t.proposed}</Notice>}
    </section>
  );
}

function Stale({ since }: { readonly since: string | null }) {
  const t = useNamespace('tripPage');
  const { language } = useLanguage();
  if (since === null) return null;
  const format = new Intl.DateTimeFormat(localeOf(language), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (
    <output className="flex items-center gap-3 text-small font-semibold text-ink-soft">
      <CloudOff size={20} className="shrink-0" aria-hidden="true" />
      <span>{t.asOf(format.format(new Date(since)))}</span>
    </output>
  );
}

/** Day and hour of the pick-up; how it follows from the landing, and how long the driver waits, until the trip begins. */
function When({ trip }: { readonly trip: PassengersTrip }) {
  const t = useNamespace('tripPage');
  const { info } = useNamespace('panels');
  const dayWords = useDayWords();
  const waiting = waitingMinutesOf(useCompany());
  const { day, clock, other_day: other, landing_clock: landing, direction, state, flight } = trip;
  if (day === null || clock === null) return null;
  const hasBegun = state === 'on_board' || isOver(state);
  const [first = '', last = ''] = other === null ? [] : [day, other].sort().map(dayWords);
  const lines = [
    other !== null && t.night(first, last),
    flight !== null && t.flight(flight),
    landing !== null && !hasBegun && t.landing(landing, clock),
    !hasBegun && t.free(info.minutes(direction === 'from' ? waiting.airport : waiting.elsewhere)),
  ];
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="headline text-[min(2.5rem,12vw)] leading-none tabular-nums">{clock}</span>
        <time dateTime={day} className="text-lead first-letter:uppercase">
          {dayWords(day)}
        </time>
      </p>
      <ul className="mt-2 text-small text-ink-soft">
        {lines
          .filter((line) => line !== false)
          .map((line) => (
            <li key={line}>{line}</li>
          ))}
      </ul>
    </>
  );
}

/** The price, how it is paid, and what it includes. */
function Price({ trip }: { readonly trip: PassengersTrip }) {
  const t = useNamespace('tripPage');
  const { pesos, payment, payment_link: link, is_paid: isPaid } = trip;
  const how = isPaid ? t.paid : payment && t.payments[payment];
  return (
    <section aria-labelledby="trip-price" className="rounded-card bg-surface-raised p-4 shadow-card">
      <h2 id="trip-price" className="text-small font-semibold">
        {t.price}
      </h2>
      <p className="headline mt-1 text-title tabular-nums">{pesos === null ? t.ask : formatPesos(pesos)}</p>
      {how && <p>{how}</p>}
      <PriceFacts className="mt-2 text-small text-ink-soft" />
      {link !== null && !isPaid && payment !== 'account' && (
        <PaymentLink url={link} about={t.code(trip.code)} className="mt-3 w-full" />
      )}
    </section>
  );
}
