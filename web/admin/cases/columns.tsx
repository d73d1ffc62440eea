import { Link } from 'wouter';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { PassengerCase } from '../../data/tickets/cases.ts';
import { useNamespace, useSpanishNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { dayColumn, lineColumn, type Column } from '../parts/list/List.tsx';
import { Badge } from '../parts/list/cells.tsx';
import { sectionAddress } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { Deadline, TicketLink } from '../tickets/cells.tsx';
import { csvPhone, csvTime } from '../../util/csvText.ts';
import type { FileCells } from '../parts/files/exportFile.ts';

/** The columns of the cases: number and kind, words, driver and vehicle, arrival, state. */
export function useCaseColumns(): readonly Column<PassengerCase>[] {
  const t = useNamespace('cases');
  const { state } = useNamespace('tickets');
  const { day } = useFormat();
  return [
    {
      id: 'case',
      sort: 'number',
      label: t.case,
      width: 'w-52 xl:w-56',
      cell: (row) => <TicketLink id={row.id} kind={t.kinds[row.kind]} number={row.number} />,
      onCard: 'title',
      file: useCaseFile(),
    },
    lineColumn({ id: 'body', label: t.body, text: ({ body }) => body ?? t.forgotten, onCard: 1 }),
    {
      id: 'driver',
      sort: 'driver_name',
      label: t.driver,
      width: 'w-64',
      cell: (row) => <About row={row} />,
      inTable: 'wide',
      foldsInto: 'body',
      onCard: 2,
    },
    dayColumn({
      id: 'came',
      sort: 'created_at',
      label: t.came,
      cell: ({ created_at: time }) => day(time),
      foldsInto: 'case',
    }),
    {
      id: 'state',
      label: state,
      width: 'w-60',
      cell: (row) => <StateBadge row={row} />,
      onCard: 2,
    },
  ];
}

/** The driver, whose cases a press shows, and the plate of the vehicle. */
function About({ row }: { readonly row: PassengerCase }) {
  const t = useNamespace('cases');
  const { driver_id: driver, driver_name: name } = row;
  const plate = row.license_plate && plateInPairs(row.license_plate);
  return (
    <span className="block truncate text-small text-ink-soft">
      {driver !== null && name !== null ? (
        <Link
          href={sectionAddress('cases', { driver })}
          title={t.casesOf(name)}
          className="underline-offset-4 hover:text-accent hover:underline"
        >
          {name}
        </Link>
      ) : (
        name !== null && <span>{name}</span>
      )}
      {/* A phone has the plate in the case, and room for a fourth row. */}
      <span className={classes(name !== null && 'max-md:hidden')}>
        {name !== null && plate ? ` · ${plate}` : plate}
      </span>
      {name === null && !plate && <span>{t.unknownDriver}</span>}
    </span>
  );
}

/** The state, and of a new case the day by which to answer it. */
export function StateBadge({ row }: { readonly row: PassengerCase }) {
  const t = useNamespace('cases');
  if (row.state === 'answered') return <Badge tone="bg-success-soft text-success">{t.states.answered}</Badge>;
  if (row.state === 'closed') return <Badge tone="bg-surface-sunken text-ink-soft">{t.states.closed}</Badge>;
  return <Deadline due={row.due_on} urgent={1} />;
}

/** A file of cases. */
function useCaseFile(): FileCells<PassengerCase> {
  const { kinds, states } = useSpanishNamespace('cases');
  return {
    número: ({ number }) => number,
    tipo: ({ kind }) => kinds[kind],
    estado: ({ state }) => states[state],
    llegó: ({ created_at: time }) => csvTime(time),
    'responder hasta': ({ due_on: day }) => day,
    respondido: ({ answered_at: time }) => csvTime(time),
    cerrado: ({ closed_at: time }) => csvTime(time),
    ocurrió: ({ happened_at: time }) => csvTime(time),
    'vuelo o lugar': ({ place }) => place ?? '',
    conductor: ({ driver_name: name }) => name ?? '',
    patente: ({ license_plate: plate }) => plate ?? '',
    idioma: ({ language }) => language,
    correo: ({ email }) => email ?? '',
    teléfono: ({ phone }) => csvPhone(phone),
    'qué pasó': ({ body }) => body ?? '',
  };
}
