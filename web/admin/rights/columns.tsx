import type { RightsRequest } from '../../data/tickets/rightsRequests.ts';
import { useNamespace, useSpanishNamespace } from '../../i18n/namespaces.ts';
import { Deadline, TicketLink } from '../tickets/cells.tsx';
import { urgentDays } from '../tickets/daysLeft.ts';
import { dayColumn, lineColumn, type Column } from '../parts/list/List.tsx';
import { Badge } from '../parts/list/cells.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { csvPhone, csvTime } from '../../util/csvText.ts';
import type { FileCells } from '../parts/files/exportFile.ts';

/** The columns of the requests: right and number, person, words, arrival, state. */
export function useRequestColumns(): readonly Column<RightsRequest>[] {
  const t = useNamespace('rights');
  const { state } = useNamespace('tickets');
  const { plainDay } = useFormat();
  return [
    {
      id: 'request',
      sort: 'number',
      label: t.request,
      width: 'w-56',
      cell: (row) => <TicketLink id={row.id} kind={t.kinds[row.kind]} number={row.number} />,
      onCard: 'title',
      file: useRequestFile(),
    },
    lineColumn({
      id: 'person',
      sort: 'name',
      label: t.person,
      width: 'w-56',
      text: ({ name }) => name,
      onCard: 1,
    }),
    lineColumn({
      id: 'body',
      label: t.body,
      text: ({ body }) => body,
      inTable: 'wide',
      foldsInto: 'person',
    }),
    dayColumn({
      id: 'received',
      sort: 'received_on',
      label: t.received,
      cell: ({ received_on: day }) => plainDay(day),
      foldsInto: 'request',
    }),
    { id: 'state', label: state, width: 'w-64', cell: (row) => <RequestBadge row={row} />, onCard: 2 },
  ];
}

/** The outcome, or of an open request the day by which to answer it. */
export function RequestBadge({ row }: { readonly row: RightsRequest }) {
  const t = useNamespace('rights');
  if (row.outcome !== null) {
    const isGranted = row.outcome === 'granted' || row.outcome === 'partly';
    const tone = isGranted ? 'bg-success-soft text-success' : 'bg-surface-sunken text-ink-soft';
    return <Badge tone={tone}>{t.outcomes[row.outcome]}</Badge>;
  }
  return <Deadline due={row.due_on} urgent={urgentDays} />;
}

/** The file of the register of requests. */
function useRequestFile(): FileCells<RightsRequest> {
  const { kinds, persons, channels, outcomes, states } = useSpanishNamespace('rights');
  return {
    número: ({ number }) => number,
    derecho: ({ kind }) => kinds[kind],
    persona: ({ person }) => persons[person],
    nombre: ({ name }) => name,
    correo: ({ email }) => email ?? '',
    teléfono: ({ phone }) => csvPhone(phone),
    llegó: ({ channel }) => channels[channel],
    recibida: ({ received_on: day }) => day,
    'responder hasta': ({ due_on: day }) => day,
    'motivo de la ampliación': ({ extension_reason: reason }) => reason ?? '',
    'identidad confirmada': ({ confirmed_at: time }) => csvTime(time),
    resultado: ({ outcome }) => (outcome === null ? states.open : outcomes[outcome]),
    cerrada: ({ closed_at: time }) => csvTime(time),
    idioma: ({ language }) => language,
    'qué pide': ({ body }) => body,
  };
}
