import { plateInPairs } from '../../../shared/chile/plate.ts';
import { tripNeeds, type TripNeed, type TripState } from '../../../shared/trips.ts';
import { useContent } from '../../content/ContentProvider.tsx';
import type { Trip } from '../../data/trips/trips.ts';
import { useNamespace, useSpanishNamespace } from '../../i18n/namespaces.ts';
import { csvFlag, csvNumber, csvPhone } from '../../util/csvText.ts';
import { classes } from '../../ui/classes.ts';
import type { FileCells } from '../parts/files/exportFile.ts';
import type { Column } from '../parts/list/List.tsx';
import { Badge } from '../parts/list/cells.tsx';
import { RecordLink } from '../parts/record/RecordLink.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { AssignMenu, isAssignable } from './AssignMenu.tsx';
import { joined, useTripWords } from './tripWords.ts';
import type { TripProps } from './TripChanges.tsx';

/** As much text as a row with a button has room for. */
const twoLines = 'line-clamp-2 text-small leading-tight [overflow-wrap:anywhere]';

/** The cells that are words alone. */
function useTripCells(isGrouped: boolean) {
  const t = useNamespace('trips');
  const words = useTripWords();
  const { plainWeekday } = useFormat();
  return {
    when: (trip: Trip) => (
      <RecordLink id={trip.id} className="block leading-tight">
        <span className="font-semibold tabular-nums">{trip.clock ?? t.noDay}</span>{' '}
        <span className="text-small text-ink-soft">
          {joined([!isGrouped && trip.day !== null && plainWeekday(trip.day), words.night(trip)])}
        </span>
      </RecordLink>
    ),
    way: (trip: Trip) => (
      <span className={twoLines}>
        {trip.flight && <span className="text-ink-soft">{`${trip.flight} · `}</span>}
        <span>{words.way(trip)}</span>
      </span>
    ),
    // Child seats and a wheelchair stand last: no line may be cut.
    passenger: (trip: Trip) => (
      <span className="block text-small leading-tight [overflow-wrap:anywhere]">
        <span className={trip.is_forgotten ? 'text-ink-soft' : 'font-semibold'}>{words.name(trip)}</span>{' '}
        <span className="text-ink-soft">{joined([words.load(trip), trip.agency])}</span>
      </span>
    ),
    price: (trip: Trip) => <span className={classes(twoLines, 'tabular-nums')}>{words.payment(trip)}</span>,
  };
}

/**
 * The columns of the trips: hour, way, passenger, price, driver and vehicle, state with what needs a hand.
 * @param isGrouped the days stand above the rows, so that a row has the hour alone
 */
export function useTripColumns(isGrouped: boolean): readonly Column<Trip>[] {
  const t = useNamespace('trips');
  const cells = useTripCells(isGrouped);
  const file = useTripFile();
  return [
    {
      id: 'when',
      label: t.when,
      sort: 'day',
      width: 'w-32 xl:w-34',
      cell: cells.when,
      onCard: 'title',
      file,
    },
    { id: 'way', label: t.way, width: 'min-[75rem]:w-46', cell: cells.way, onCard: 1 },
    { id: 'passenger', label: t.passenger, sort: 'name', cell: cells.passenger, onCard: 2 },
    {
      id: 'price',
      label: t.price,
      width: 'w-28',
      inTable: 'wide',
      cell: cells.price,
      foldsInto: 'way',
      onCard: 3,
    },
    {
      id: 'assigned',
      label: t.assigned,
      sort: 'driver_name',
      width: 'w-36 xl:w-40',
      cell: (trip) => <AssignedTo trip={trip} />,
      onCard: 'actions',
    },
    {
      id: 'state',
      label: t.state,
      width: 'w-36 xl:w-52',
      cell: (trip) => <TripBadges trip={trip} />,
      onCard: 3,
    },
  ];
}

function AssignedTo({ trip }: TripProps) {
  const t = useNamespace('trips');
  const { driver_name: driver, license_plate: plate, is_external: isExternal, external_name: company } = trip;
  if (isExternal) return <span className={twoLines}>{t.externalOf(company ?? '—')}</span>;
  if (driver === null && isAssignable(trip)) return <AssignMenu trip={trip} className="px-3" />;
  return (
    <span
      className={classes(
        'block text-small leading-tight max-md:max-w-44 max-md:text-right',
        driver === null && 'text-ink-soft',
      )}
    >
      <span>{driver ?? t.none}</span>
      {plate && <span className="whitespace-nowrap text-ink-soft">{` · ${plateInPairs(plate)}`}</span>}
    </span>
  );
}

const stateTones: Readonly<Record<TripState, string>> = {
  requested: 'bg-accent-soft text-accent',
  confirmed: 'bg-surface-sunken text-ink',
  on_way: 'bg-success-soft text-success',
  waiting: 'bg-success-soft text-success',
  on_board: 'bg-success-soft text-success',
  done: 'bg-surface-sunken text-ink-soft',
  no_show: 'bg-danger-soft text-danger',
  cancelled: 'bg-surface-sunken text-ink-soft',
};
/** Shown in red: everything down to the seats. */
const dangers = tripNeeds.slice(0, tripNeeds.indexOf('seats') + 1);
const shownNeeds = 2;

/** The state of a trip in words. */
export function TripStateBadge({ state }: Pick<Trip, 'state'>) {
  const t = useNamespace('trips');
  return <Badge tone={stateTones[state]}>{t.states[state]}</Badge>;
}

/** The needs of a trip, the most pressing first. */
export function needsOf({ needs }: Pick<Trip, 'needs'>): readonly TripNeed[] {
  return tripNeeds.filter((need) => needs.includes(need));
}

/** The state, and what needs a hand: at most two words and the number of further ones. */
function TripBadges({ trip }: TripProps) {
  const t = useNamespace('trips');
  const { count } = useFormat();
  // The row says it: the state is «Por confirmar», and the button assigns.
  const hasButton = trip.driver_name === null && isAssignable(trip);
  const needs = needsOf(trip).filter((need) => need !== 'request' && !(need === 'driver' && hasButton));
  const more = needs.slice(shownNeeds);
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
      <span className="text-small leading-tight">{t.states[trip.state]}</span>
      {needs.slice(0, shownNeeds).map((need) => (
        <Badge
          key={need}
          tone={dangers.includes(need) ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-accent'}
        >
          {t.needs[need]}
        </Badge>
      ))}
      {more.length > 0 && (
        <span
          title={t.moreNeeds(more.map((need) => t.needs[need]).join(', '))}
          className="text-small text-ink-soft"
        >
          {`+${count(more.length)}`}
        </span>
      )}
    </span>
  );
}

/** A file of trips. */
function useTripFile(): FileCells<Trip> {
  const { directions, payments, states } = useSpanishNamespace('trips');
  const { routes } = useContent();
  return {
    código: ({ code }) => code,
    fecha: ({ day }) => day ?? '',
    hora: ({ clock }) => clock ?? '',
    estado: ({ state }) => states[state],
    sentido: ({ direction }) => directions[direction],
    lugar: ({ route }) => routes.find(({ id }) => id === route)?.name.es ?? route ?? '',
    desde: ({ from_text: from }) => from ?? '',
    hasta: ({ to_text: to }) => to ?? '',
    vuelo: ({ flight }) => flight ?? '',
    nombre: ({ name }) => name ?? '',
    letrero: ({ sign_text: sign }) => sign ?? '',
    teléfono: ({ phone }) => csvPhone(phone),
    correo: ({ email }) => email ?? '',
    idioma: ({ language }) => language,
    personas: ({ people }) => csvNumber(people),
    maletas: ({ bags }) => csvNumber(bags),
    'sillas (edades)': ({ child_ages: ages }) => ages.join(', '),
    'silla de ruedas': ({ wheelchair }) => csvFlag(wheelchair),
    pago: ({ payment }) => (payment ? payments[payment] : ''),
    precio: ({ pesos }) => csvNumber(pesos),
    agencia: ({ agency }) => agency ?? '',
    voucher: ({ voucher }) => voucher ?? '',
    conductor: ({ driver_name: name, external_name: company }) => name ?? company ?? '',
    auto: ({ license_plate: plate, external_plate: other }) => plate ?? other ?? '',
    nota: ({ note }) => note ?? '',
  };
}
