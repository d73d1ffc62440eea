import { keepPreviousData } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { TripNeed } from '../../../../shared/trips.ts';
import { tripDrivers, tripsOfDay, type Trip, type TripDriver } from '../../../data/trips/trips.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { classes } from '../../../ui/classes.ts';
import { useWidth } from '../../parts/useWidth.ts';
import { sectionAddress } from '../../parts/section.ts';
import { Loading } from '../../parts/Loading.tsx';
import { useFormat } from '../../parts/useFormat.ts';
import { isAssignable, useAssigning, useReasons } from '../AssignMenu.tsx';
import { useTripData, type TripProps } from '../TripChanges.tsx';
import { joined, useTripWords } from '../tripWords.ts';
import { hoursOf, lanesOf, placeTrips, type Lane, type PlacedTrip } from './layout.ts';
import { SmallButton, SmallIconButton, SmallLink } from '../../parts/SmallButton.tsx';

/** The height of an hour: two lines of a trip in three quarters of one. */
const hourRem = 3.5;
const hourLines = `repeating-linear-gradient(to bottom, var(--line) 0 1px, transparent 1px ${hourRem}rem)`;
/** The width of the hours, and the least of a lane, in pixels: a name and a way have room in it. */
const [hoursPx, lanePx] = [48, 136];
const rem = (minutes: number) => `${(minutes / 60) * hourRem}rem`;

/** The trips of a day, the one that was pressed, and the drivers for it. */
function useBoard(day: string) {
  const [chosenId, setChosenId] = useState('');
  const { data, error, refetch } = useTripData(['trips-of-day', day], (signal) => tripsOfDay(day, signal), {
    placeholderData: keepPreviousData,
  });
  const trips = (data ?? []).filter(({ state }) => state !== 'cancelled');
  const chosen = trips.find(({ id }) => id === chosenId);
  const drivers = useTripData(['trip-drivers', chosenId], (signal) => tripDrivers(chosenId, signal), {
    enabled: chosen !== undefined,
  });
  /** Lets the trip go that is chosen already. */
  const choose = (id: string) => setChosenId(id === chosenId ? '' : id);
  return { trips, error, refetch, chosen, candidates: (chosen && drivers.data) ?? [], choose };
}

/**
 * The day with its hours down: a lane for each driver, the trips without one at the left. Press a trip, then a name.
 * @param day as `2026-11-28`
 */
export function BoardView({ day }: { readonly day: string }) {
  const t = useNamespace('trips').board;
  const { trips, error, refetch, chosen, candidates, choose } = useBoard(day);
  const unassigned = placeTrips(
    trips.filter(({ driver_id: driver }) => driver === null),
    day,
  );
  const lanes = lanesOf(trips, candidates).map((lane) => ({ ...lane, placed: placeTrips(lane.trips, day) }));
  const { observe, shown, pager } = useLanePage(lanes, chosen?.id ?? '');
  const { first, last } = hoursOf([...unassigned, ...lanes.flatMap(({ placed }) => placed)]);
  const headOf = ({ id, name }: Lane) => {
    const candidate = candidates.find((each) => each.id === id);
    if (chosen && candidate && isAssignable(chosen) && id !== chosen.driver_id)
      return <AssignButton trip={chosen} candidate={candidate} onAssigned={() => choose(chosen.id)} />;
    return <span className="line-clamp-2 px-0.5 text-small leading-tight font-semibold">{name}</span>;
  };
  const lane = (id: string, head: ReactNode, placed: readonly PlacedTrip[]) => (
    <div key={id} className="relative min-w-0 flex-1 border-l border-line">
      <div className="sticky top-0 z-10 flex h-18 items-center bg-surface-raised px-1.5">{head}</div>
      <div className="relative" style={{ height: rem((last - first) * 60), backgroundImage: hourLines }}>
        {placed.map((each) => (
          <Block key={each.trip.id} placed={each} first={first} chosen={chosen} onChoose={choose} />
        ))}
      </div>
    </div>
  );
  if (error) return <Loading error={error} retry={refetch} />;
  return (
    <>
      <ChosenTrip trip={chosen} />
      {pager}
      <section
        ref={observe}
        aria-label={t.caption}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lets the arrow keys scroll the hours
        tabIndex={0}
        className="flex max-h-[75dvh] overflow-x-clip overflow-y-auto rounded-card border border-line bg-surface-raised"
      >
        <div className="w-12 shrink-0">
          <div className="sticky top-0 h-18 bg-surface-raised" />
          <Hours first={first} last={last} />
        </div>
        {lane('', <span className="font-semibold">{t.unassigned}</span>, unassigned)}
        {shown.map((each) => lane(each.id, headOf(each), each.placed))}
      </section>
    </>
  );
}

/** As many lanes as fit, and the buttons that show the others. A trip that is pressed begins with the drivers who are free. */
function useLanePage<Shown>(lanes: readonly Shown[], chosen: string) {
  const [width, observe] = useWidth();
  const [page, setPage] = useState({ chosen, first: 0 });
  const size = Math.max(1, Math.floor((width - hoursPx) / lanePx) - 1);
  const first = page.chosen === chosen ? Math.min(page.first, Math.max(0, lanes.length - 1)) : 0;
  const t = useNamespace('trips').board;
  const { count } = useFormat();
  const total = lanes.length;
  const last = Math.min(first + size, total);
  const show = (next: number) => setPage({ chosen, first: next });
  const pager = total > size && (
    <div className="flex items-center justify-end gap-1">
      <span className="text-small text-ink-soft">{t.lanes(count(first + 1), count(last), count(total))}</span>
      <SmallIconButton
        label={t.previousLanes}
        icon={<ChevronLeft size={22} />}
        disabled={first === 0}
        onClick={() => show(Math.max(0, first - size))}
      />
      <SmallIconButton
        label={t.nextLanes}
        icon={<ChevronRight size={22} />}
        disabled={last === total}
        onClick={() => show(last)}
      />
    </div>
  );
  return { observe, shown: lanes.slice(first, last), pager };
}

function Hours({ first, last }: { readonly first: number; readonly last: number }) {
  return Array.from({ length: last - first }, (_, index) => (
    <p
      key={index}
      style={{ height: rem(60) }}
      className="pr-2 text-right text-small text-ink-soft tabular-nums"
    >
      {String((first + index + 48) % 24).padStart(2, '0')}:00
    </p>
  ));
}

/** Says how to go on: press a trip, then the name of a driver. The chosen trip leads to its page. */
function ChosenTrip({ trip }: { readonly trip: Trip | undefined }) {
  const t = useNamespace('trips').board;
  const words = useTripWords();
  if (!trip) return <p className="text-small text-ink-soft">{t.hint}</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="font-semibold">{`${trip.clock ?? ''} ${words.way(trip)} (${trip.code})`}</span>
      <span className="text-small text-ink-soft">{isAssignable(trip) ? t.pressName : t.ended}</span>
      <SmallLink icon={ExternalLink} href={sectionAddress('trips', { record: trip.id })}>
        {t.open}
      </SmallLink>
    </p>
  );
}

interface AssignButtonProps extends TripProps {
  readonly candidate: TripDriver;
  readonly onAssigned: () => void;
}

/** Assigns the chosen trip to a driver, beside what speaks against it. */
function AssignButton({ trip, candidate, onAssigned }: AssignButtonProps) {
  const t = useNamespace('trips').board;
  const { busy, assign } = useAssigning(trip);
  const [reason] = useReasons()(candidate).filter(Boolean);
  const { name, is_free: isFree } = candidate;
  return (
    <SmallButton
      variant={isFree ? 'primary' : 'secondary'}
      busy={busy}
      aria-label={joined([t.assignTo(name), reason], ' ')}
      className="h-full w-full flex-col leading-tight"
      onClick={() => assign(candidate, onAssigned)}
    >
      {/* One part: apart they would give way to each other, and half a line would be cut. */}
      <span>
        <span className="line-clamp-2">{name} </span>
        {reason && <span className="line-clamp-1 text-tag font-normal">{reason}</span>}
      </span>
    </SmallButton>
  );
}

interface BlockProps {
  readonly placed: PlacedTrip;
  /** The hour at which the board begins. */
  readonly first: number;
  readonly chosen: Trip | undefined;
  readonly onChoose: (id: string) => void;
}

const urgent: ReadonlySet<TripNeed> = new Set(['late', 'overlap', 'documents', 'seats']);

function toneOf({ needs, is_live: isLive }: Trip, isChosen: boolean): string {
  if (isChosen) return 'z-10 border-accent bg-accent text-accent-ink';
  if (needs.some((need) => urgent.has(need))) return 'border-danger bg-danger-soft text-ink';
  return isLive ? 'border-line-strong bg-surface text-ink' : 'border-line bg-surface-sunken text-ink-soft';
}

/** A trip in its lane. Red is one that needs a hand, and its words say so on its page. */
function Block({ placed, first, chosen, onChoose }: BlockProps) {
  const words = useTripWords();
  const { trip, start, minutes, column, columns } = placed;
  const isChosen = trip.id === chosen?.id;
  const [top, height] = [rem(start - first * 60), rem(minutes)];
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(trip.id)}
      style={{ top, height, left: `${(column / columns) * 100}%`, width: `${100 / columns}%` }}
      className={classes(
        'absolute overflow-hidden rounded-small border px-1.5 py-0.5 text-left text-small leading-tight',
        toneOf(trip, isChosen),
      )}
    >
      <span className="font-semibold tabular-nums">{trip.clock}</span> <span>{words.way(trip)}</span>
      <span className="sr-only">{` ${words.name(trip)}, ${words.load(trip)}`}</span>
    </button>
  );
}
