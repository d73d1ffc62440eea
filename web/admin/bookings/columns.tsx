import { FolderOpen } from 'lucide-react';
import { useNamespace, loadNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { Badge } from '../parts/list/cells.tsx';
import { openColumn, type Column } from '../parts/list/List.tsx';
import { useFormat } from '../parts/useFormat.ts';
import type { ListedBooking } from './bookingStore.ts';
import type { Findings } from './useFindings.ts';
import { useBookingWords, placeName } from './wording.ts';
import type { Route } from '../../../shared/content/content.ts';
import { csvFlag, csvNumber, csvPhone } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';

/** As much text as a row with a button has room for. */
const twoLines = 'line-clamp-2 text-small leading-tight [overflow-wrap:anywhere]';

/** The columns of the bookings: day and hour, way, passenger, driver and vehicle, findings, actions. */
export function useBookingColumns(
  findings: Findings,
  onOpen: (row: ListedBooking) => void,
): readonly Column<ListedBooking>[] {
  const { actions } = useNamespace('admin');
  const t = useNamespace('bookings');
  const words = useBookingWords(findings.routes);
  return [
    { id: 'when', label: t.when, width: 'w-40 xl:w-48', cell: (row) => <When row={row} />, onCard: 'title' },
    {
      id: 'trip',
      label: t.trip,
      cell: ({ booking }) => (
        <span className={twoLines}>
          <span>{words.trip(booking)}</span>
          {booking.flight && <span className="text-ink-soft"> · {booking.flight}</span>}
        </span>
      ),
      onCard: 1,
    },
    {
      id: 'passenger',
      label: t.passenger,
      cell: ({ booking }) => (
        // Where the column is narrow the people and their child seats have lines of their own: none of them may be cut.
        <span className={classes(twoLines, 'md:max-[75rem]:line-clamp-none')}>
          <span className="font-semibold md:max-[75rem]:block">{words.name(booking)}</span>{' '}
          <span className="text-ink-soft">{words.load(booking)}</span>
        </span>
      ),
      onCard: 2,
    },
    {
      id: 'assigned',
      label: t.assigned,
      width: 'w-48',
      cell: (row) => <AssignedTo row={row} />,
      inTable: 'wide',
      foldsInto: 'state',
      onCard: 3,
    },
    {
      id: 'state',
      label: t.state,
      width: 'w-34 xl:w-40',
      cell: (row) => <FindingBadges row={row} findings={findings} />,
      onCard: 3,
    },
    openColumn(actions, {
      icon: FolderOpen,
      label: ({ booking }) => t.open(words.name(booking)),
      onPress: onOpen,
    }),
  ];
}

function When({ row: { booking } }: { readonly row: ListedBooking }) {
  const { plainWeekday } = useFormat();
  return (
    <span className="block truncate tabular-nums">
      <span className="font-semibold">{booking.time}</span>{' '}
      <span className="text-small text-ink-soft">{plainWeekday(booking.date)}</span>
    </span>
  );
}

function AssignedTo({ row: { driver, vehicle } }: { readonly row: ListedBooking }) {
  const t = useNamespace('bookings');
  const names = [driver?.name, vehicle?.name].filter(Boolean);
  return (
    <span className={classes(twoLines, names.length === 0 && 'text-ink-soft')}>
      {names.length === 0 ? t.unassigned : names.join(' · ')}
    </span>
  );
}

const danger = 'bg-danger-soft text-danger';
const attention = 'bg-accent-soft text-accent';

/** The findings that need somebody, in a word each. */
function FindingBadges({ row, findings }: { readonly row: ListedBooking; readonly findings: Findings }) {
  const t = useNamespace('bookings');
  const { conflicts, price, expired } = findings.of(row);
  const badges = [
    conflicts.length > 0 && ([t.conflictBadge, danger] as const),
    expired.length > 0 && ([t.documentsBadge, danger] as const),
    (price.verdict === 'disputed' || row.differs.length > 0) && ([t.editedBadge, danger] as const),
    price.verdict === 'changed' && ([t.priceBadge, attention] as const),
    row.changed && ([t.changedBadge, attention] as const),
  ].filter((badge) => badge !== false);
  if (badges.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1">
      {badges.map(([label, tone]) => (
        <Badge key={label} tone={tone}>
          {label}
        </Badge>
      ))}
    </span>
  );
}

/** The columns of a file of bookings. @param routes those whose names the file has */
export async function loadBookingColumns(
  routes: readonly Route[],
): Promise<readonly ExportColumn<ListedBooking>[]> {
  const { directions, payments } = await loadNamespace('bookings', 'es');
  return [
    ['fecha', ({ booking }) => booking.date],
    ['hora', ({ booking }) => booking.time],
    ['sentido', ({ booking }) => directions[booking.direction]],
    ['lugar', ({ booking }) => placeName(booking, routes)],
    ['vuelo', ({ booking }) => booking.flight],
    ['nombre', ({ booking }) => booking.name],
    ['teléfono', ({ phone }) => csvPhone(phone)],
    ['idioma', ({ booking }) => booking.language],
    ['personas', ({ booking }) => csvNumber(booking.people)],
    ['maletas', ({ booking }) => csvNumber(booking.bags)],
    ['sillas (edades)', ({ booking }) => booking.childAges.join(', ')],
    ['silla de ruedas', ({ booking }) => csvFlag(booking.wheelchair)],
    ['pago', ({ booking }) => payments[booking.payment]],
    ['precio', ({ booking }) => csvNumber(booking.pesos)],
    ['conductor', ({ driver }) => driver?.name ?? ''],
    ['auto', ({ vehicle }) => vehicle?.name ?? ''],
  ];
}
