import { Plate } from '../../components/Plate.tsx';
import type { ShiftRecord } from '../../data/shifts/shiftRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { durationOf } from '../../util/time/duration.ts';
import { actionsColumn, type Column } from '../parts/list/List.tsx';
import { Badge } from '../parts/list/cells.tsx';
import { Contact } from '../parts/Contact.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { csvNumber, csvPhone, csvTime } from '../../util/csvText.ts';
import { RowButtons, type ListActs } from '../parts/record/acts.tsx';

/**
 * The columns of the shifts: plate, driver, phone, start, end, device, correction.
 * @param idleBadge the badge of drivers without a shift, whose last one the rows show; none for rows of shifts
 */
export function useShiftColumns(
  actions: ListActs<ShiftRecord>,
  idleBadge?: string,
): readonly Column<ShiftRecord>[] {
  const { actions: heading } = useNamespace('admin');
  const t = useNamespace('shiftRecords');
  return [
    {
      id: 'plate',
      label: t.plate,
      width: 'w-31',
      sort: 'license_plate',
      cell: (shift) => <VehiclePlate shift={shift} />,
      elsewhere: (shift) => (
        <span className="flex flex-wrap items-center gap-x-3">
          <DriverName shift={shift} />
          <VehiclePlate shift={shift} />
        </span>
      ),
      onCard: 'title',
      file: { patente: ({ license_plate: plate }) => plate ?? '' },
    },
    {
      id: 'driver',
      label: t.driver,
      sort: 'driver_name',
      cell: (shift) => <DriverName shift={shift} />,
      file: {
        conductor: ({ driver_name: name }) => name ?? '',
        código: ({ driver_code: code }) => code ?? '',
      },
    },
    {
      id: 'phone',
      label: t.phone,
      width: 'w-40',
      cell: ({ driver_phone: phone }) => <Contact contact={phone} />,
      inTable: 'wide',
      foldsInto: 'driver',
      file: { teléfono: ({ driver_phone: phone }) => csvPhone(phone) },
    },
    ...useTimeColumns(idleBadge),
    actionsColumn(heading, 'w-26', (shift) => (
      <div className="flex justify-end">
        {shift.driver_phone && (
          <span className="md:hidden">
            <Contact contact={shift.driver_phone} />
          </span>
        )}
        <RowButtons row={shift} {...actions} />
      </div>
    )),
  ];
}

/** Start, end and device. */
function useTimeColumns(idleBadge?: string): readonly Column<ShiftRecord>[] {
  const t = useNamespace('shiftRecords');
  const format = useFormat();
  const isIdle = idleBadge !== undefined;
  const end = (shift: ShiftRecord) =>
    idleBadge === undefined ? (
      <ShiftEnd shift={shift} />
    ) : (
      <Badge tone="bg-accent-soft text-accent">{idleBadge}</Badge>
    );
  const device = ({ device_name: name }: ShiftRecord) => name ?? '';
  return [
    {
      id: 'began',
      label: isIdle ? t.lastShift : t.began,
      sort: 'started_at',
      width: 'w-34 xl:w-38',
      className: 'py-0.5 text-small tabular-nums',
      cell: ({ started_at: start }) => (start ? format.time(start) : '—'),
      elsewhere: ({ started_at: start }) => (
        <span className="text-small tabular-nums">
          {start && [isIdle && `${t.lastShift}:`, format.time(start)].filter(Boolean).join(' ')}
        </span>
      ),
      onCard: 1,
      file: { inicio: ({ started_at: time }) => csvTime(time) },
    },
    {
      id: 'ended',
      label: isIdle ? t.state : t.ended,
      width: 'w-40 xl:w-56',
      className: 'py-0.5 text-small tabular-nums',
      cell: end,
      elsewhere: (shift) => <span className="text-small tabular-nums">{end(shift)}</span>,
      onCard: 1,
      file: { término: ({ ended_at: time }) => csvTime(time), horas: hoursOf },
    },
    {
      id: 'device',
      label: t.device,
      width: 'w-24',
      className: 'py-0.5 text-small [overflow-wrap:anywhere]',
      cell: device,
      elsewhere: (shift) => (
        <span className="text-small text-ink-soft [overflow-wrap:anywhere] empty:hidden">
          {device(shift)}
        </span>
      ),
      inTable: 'wide',
      foldsInto: 'began',
      onCard: 1,
      file: { tableta: device },
    },
  ];
}

interface ShiftProps {
  readonly shift: ShiftRecord;
}

function VehiclePlate({ shift: { license_plate: plate } }: ShiftProps) {
  return plate ? <Plate variant="tag" plate={plate} /> : <span className="text-ink-soft">—</span>;
}

/** The driver's name and code; of a person who had their data deleted, the code alone. */
export function DriverName({ shift: { driver_name: name, driver_code: code } }: ShiftProps) {
  const t = useNamespace('shiftRecords');
  return (
    <span className="inline-block leading-snug [overflow-wrap:anywhere]">
      <span className="font-semibold">{name ?? t.nameDeleted}</span>
      <span className="ml-2 text-small whitespace-nowrap text-ink-soft">{code}</span>
    </span>
  );
}

/** The end and the hours driven; a badge for an open shift. */
export function ShiftEnd({ shift }: ShiftProps) {
  const t = useNamespace('shiftRecords');
  const format = useFormat();
  const { started_at: start, ended_at: end, lasts_until: until, forgotten } = shift;
  if (!start) return null;
  const { hours, minutes } = durationOf(start, until);
  const lasted = t.duration(format.count(hours), format.count(minutes));
  if (end === null)
    return (
      <span className="flex flex-wrap items-center gap-x-2">
        {forgotten ? (
          <Badge tone="bg-danger-soft text-danger">{t.forgotten}</Badge>
        ) : (
          <Badge tone="bg-success-soft text-success">{t.open}</Badge>
        )}
        <span className="whitespace-nowrap text-ink-soft">{lasted}</span>
      </span>
    );
  return (
    <span>
      {format.day(start) === format.day(end) ? format.clock(end) : format.time(end)}
      <span className="ml-2 whitespace-nowrap text-ink-soft">{lasted}</span>
    </span>
  );
}

/** The hours of a shift that has ended, with one decimal. */
function hoursOf({ started_at: start, ended_at: end }: ShiftRecord): string {
  if (start === null || end === null) return '';
  const { hours, minutes } = durationOf(start, end);
  return csvNumber(hours + minutes / 60, 1);
}
