import { ShieldX } from 'lucide-react';
import type { AuditEntry } from '../../data/company/audit.ts';
import { useNamespace, loadNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import type { Column } from '../parts/list/List.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { actorOf, factsOf, wordOf } from './facts.ts';
import { loadMessages } from '../../i18n/loadMessages.ts';
import { csvTime } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';

const refusals = new Set(['login_failed', 'permission_denied', 'refusals_suppressed']);

/** The columns of the log: time, person, act with its facts, address. */
export function useAuditColumns(): readonly Column<AuditEntry>[] {
  const t = useNamespace('audit');
  const format = useFormat();
  return [
    {
      id: 'when',
      label: t.when,
      width: 'w-46',
      className: 'py-0.5 align-top text-small text-ink-soft tabular-nums',
      cell: ({ created_at: at }) => <time dateTime={at}>{format.moment(at)}</time>,
      elsewhere: ({ created_at: at }) => (
        <time dateTime={at} className="text-small text-ink-soft tabular-nums">
          {format.moment(at)}
        </time>
      ),
      onCard: 2,
    },
    {
      id: 'who',
      label: t.who,
      width: 'w-56 lg:w-64',
      className: 'py-0.5 align-top',
      cell: (entry) => <Person entry={entry} />,
      onCard: 1,
    },
    {
      id: 'what',
      label: t.what,
      className: 'py-0.5 align-top',
      cell: (entry) => <Act entry={entry} />,
      onCard: 'title',
    },
    {
      id: 'facts',
      label: t.what,
      cell: (entry) => <Facts entry={entry} />,
      inTable: 'never',
      foldsInto: 'what',
      onCard: 3,
    },
    {
      id: 'where',
      label: t.where,
      width: 'w-40',
      className: 'py-0.5 align-top text-small text-ink-soft tabular-nums [overflow-wrap:anywhere]',
      cell: ({ ip_address: address }) => address || '—',
      elsewhere: ({ ip_address: address }) => (
        <span className="block text-small text-ink-soft tabular-nums">{address}</span>
      ),
      inTable: 'wide',
      foldsInto: 'when',
      onCard: 2,
    },
  ];
}

function Act({ entry: { payload } }: { readonly entry: AuditEntry }) {
  const t = useNamespace('audit');
  return (
    <span className="flex flex-wrap items-center gap-x-2 leading-snug font-semibold">
      {refusals.has(payload.action) && (
        <>
          <ShieldX size={20} className="shrink-0 text-danger" />
          <span className="sr-only">{t.refused}: </span>
        </>
      )}
      <span>{wordOf(t.acts, payload.action)}</span>
    </span>
  );
}

function Person({ entry }: { readonly entry: AuditEntry }) {
  const t = useNamespace('audit');
  const { actor_id: id, actor_username: name } = entry.payload;
  return (
    <span className={name ? '[overflow-wrap:anywhere]' : 'text-ink-soft'} title={/[^0-]/.test(id) ? id : ''}>
      {actorOf(entry, t)}
    </span>
  );
}

function Facts({ entry }: { readonly entry: AuditEntry }) {
  const { plainDay, time } = useFormat();
  const facts = factsOf(entry, useNamespace('audit'), { ...useMessages(), plainDay, time });
  if (facts.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-4 text-small leading-snug text-ink-soft">
      {facts.map(({ label, text }) => (
        <div key={label} className="flex min-w-0 gap-x-1.5">
          <dt className="shrink-0">{label}:</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The columns of a file of the log. */
export async function loadAuditColumns(): Promise<readonly ExportColumn<AuditEntry>[]> {
  const [t, messages] = await Promise.all([loadNamespace('audit', 'es'), loadMessages('es')]);
  const general = { ...messages, plainDay: (day: string) => day, time: csvTime };
  return [
    ['cuándo', ({ created_at: time }) => csvTime(time)],
    ['quién', (entry) => actorOf(entry, t)],
    ['qué', ({ payload: { action } }) => wordOf(t.acts, action)],
    [
      'detalles',
      (entry) =>
        factsOf(entry, t, general)
          .map(({ label, text }) => `${label}: ${text}`)
          .join(' · '),
    ],
    ['dirección', ({ ip_address: address }) => address],
  ];
}
