import { CloudUpload } from 'lucide-react';
import { formatPesos } from '../../shared/content/pesos.ts';
import { chileanStamp } from '../../shared/chile/time.ts';
import { tripPayments } from '../../shared/trips.ts';
import type { DriverAtWheel } from '../data/shifts/driverAtWheel.ts';
import { listVehicles } from '../data/shifts/shifts.ts';
import { useLoad } from '../data/useLoad.ts';
import { localeOf } from '../i18n/languages.ts';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { useUnsent } from '../outbox/useUnsent.ts';
import { useOpenShift } from '../shift/openShift.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useSignal } from '../util/useSignal.ts';
import { TripCard, TripLine } from './TripCard.tsx';
import { currentTrip, isOpen, serverNow, tripsWithin, type KnownDay } from './tripDay.ts';
import { lostTripsShown, useKnownDay } from './tripStore.ts';
import { useNow } from './useNow.ts';
import { useLength } from './useTripWords.ts';
import { useTripReading } from './useTripReading.ts';

/** Older than this, a list says when it was read. */
const oldMs = 90 * 60_000;

/** The driver's trips of today and tomorrow: the current one large, the others below, and the money of the day. */
export default function OwnTrips({ driver }: { readonly driver: DriverAtWheel }) {
  useTripReading(driver.id);
  const { common } = useMessages();
  const t = useNamespace('ownTrips');
  const day = useKnownDay(driver.id);
  const lost = useSignal(lostTripsShown);
  const { taps } = useUnsent(driver.id);
  if (!day) return <Spinner label={common.loading} size={44} className="text-accent" />;
  return (
    <div className="flex flex-col gap-5">
      {lost.length > 0 && (
        <Notice tone="info">
          <ul>
            {lost.map(({ id, code, clock }) => (
              <li key={id}>{t.lost(code, clock)}</li>
            ))}
          </ul>
          <Button variant="secondary" size="compact" className="mt-3" onClick={() => lostTripsShown.set([])}>
            {t.understood}
          </Button>
        </Notice>
      )}
      <Summary day={day} />
      <Trips driver={driver} day={day} />
      <Money day={day} />
      {/* The screen already shows what these taps will bring. It moves no button as it comes and goes. */}
      {taps.waiting > 0 && (
        <output className="pointer-events-none sticky bottom-4 flex items-center gap-2 self-center rounded-card border border-line bg-surface-raised px-4 py-2 font-semibold">
          <CloudUpload size={22} className="shrink-0" aria-hidden="true" />
          {t.unsent}
        </output>
      )}
    </div>
  );
}

interface DayProps {
  readonly day: KnownDay;
}

function Summary({ day }: DayProps) {
  const now = useNow();
  const t = useNamespace('ownTrips');
  const lengthOf = useLength();
  const whole = new Intl.NumberFormat(localeOf(useLanguage().language));
  const trips = tripsWithin(day, now);
  const next = trips.filter(isOpen).find(({ state }) => state === 'confirmed');
  const wait = next && (Date.parse(next.pickup_at) - serverNow(day, now)) / 1_000;
  const line =
    next && wait !== undefined
      ? t.next(next.clock, wait < 0 ? t.ago(lengthOf(-wait)) : t.ahead(lengthOf(wait)))
      : t.allDone;
  return (
    <div>
      <p className="text-lead font-semibold tabular-nums">
        {trips.length === 0 ? t.none : `${t.trips(trips.length, whole.format(trips.length))} · ${line}`}
      </p>
      {now - day.readAt > oldMs && (
        <p className="text-small text-ink-soft">
          {t.readAt(chileanStamp(new Date(day.readAt).toISOString()).slice(11))}
        </p>
      )}
    </div>
  );
}

/** The same function each time, for `useLoad`. */
const listAllVehicles = () => listVehicles();

function Trips({ driver, day }: DayProps & { readonly driver: DriverAtWheel }) {
  const offered = useLoad(listAllVehicles);
  const shift = useOpenShift(driver.id);
  const shared = { driver, day, lacksShift: !shift && Boolean(offered.value?.length) };
  const trips = tripsWithin(day, useNow());
  const current = currentTrip(trips);
  return (
    <>
      {current && <TripCard key={current.id} trip={current} {...shared} />}
      <ul className="flex flex-col gap-3 empty:hidden">
        {trips
          .filter((trip) => trip !== current)
          .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
          .map((trip) => (
            <li key={trip.id}>
              <TripLine trip={trip} {...shared} />
            </li>
          ))}
      </ul>
    </>
  );
}

/** The money that the driver has taken today, and the cash to hand over. */
function Money({ day }: DayProps) {
  const t = useNamespace('ownTrips');
  const taken = tripPayments.filter((method) => (day.taken[method] ?? 0) > 0);
  if (taken.length === 0 && day.to_hand_over === 0) return null;
  return (
    <section className="rounded-card border border-line bg-surface-raised p-4">
      <h2 className="font-semibold">{t.today}</h2>
      <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
        {taken.map((method) => (
          <div key={method} className="contents">
            <dt>{t.payments[method]}</dt>
            <dd className="text-right">{formatPesos(day.taken[method] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 font-semibold tabular-nums">{t.handOver(formatPesos(day.to_hand_over))}</p>
    </section>
  );
}
