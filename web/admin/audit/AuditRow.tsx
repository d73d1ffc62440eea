import { ShieldX } from 'lucide-react';
import type { AuditEntry } from '../../data/admin/audit.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { useBreakpoint } from '../parts/useBreakpoint.ts';
import { factsOf } from './facts.ts';

const refusals = new Set(['login_failed', 'permission_denied', 'refusals_suppressed']);
const nobodyId = '00000000-0000-0000-0000-000000000000';

/** One entry of the log. */
export function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  const breakpoint = useBreakpoint();
  const format = useFormat();
  const when = <time dateTime={entry.created_at}>{format.moment(entry.created_at)}</time>;
  if (breakpoint === 'cards')
    return (
      <li className="flex flex-col gap-1 border-b border-line px-4 py-3">
        <h3>
          <What entry={entry} />
        </h3>
        <Who entry={entry} />
        <p className="flex flex-wrap gap-x-4 text-small text-ink-soft tabular-nums">
          {when}
          <span>{entry.ip_address}</span>
        </p>
        <Details entry={entry} />
      </li>
    );
  return (
    <tr className="border-b border-line align-top hover:bg-surface">
      <td className="py-2.5 pr-2 pl-4 text-small text-ink-soft tabular-nums">
        {when}
        {breakpoint !== 'wide' && <span className="block">{entry.ip_address}</span>}
      </td>
      <td className="px-2 py-2.5">
        <Who entry={entry} />
      </td>
      <th scope="row" className="px-2 py-2.5 text-left font-normal">
        <What entry={entry} />
        <Details entry={entry} />
      </th>
      {breakpoint === 'wide' && (
        <td className="px-2 py-2.5 text-small text-ink-soft tabular-nums [overflow-wrap:anywhere]">
          {entry.ip_address || '—'}
        </td>
      )}
    </tr>
  );
}

function What({ entry: { payload } }: { readonly entry: AuditEntry }) {
  const t = useNamespace('audit');
  const acts: Readonly<Record<string, string>> = t.acts;
  return (
    <span className="flex flex-wrap items-center gap-x-2 font-semibold">
      {refusals.has(payload.action) && (
        <>
          <ShieldX size={20} className="shrink-0 text-danger" />
          <span className="sr-only">{t.refused}: </span>
        </>
      )}
      {Object.hasOwn(acts, payload.action) ? acts[payload.action] : payload.action}
    </span>
  );
}

function Who({ entry: { payload } }: { readonly entry: AuditEntry }) {
  const t = useNamespace('audit');
  const { actor_id: id, actor_username: name } = payload;
  const unnamed = id === nobodyId ? t.nobody : t.deletedAccount;
  const shown = name === 'service_role' ? t.service : name || unnamed;
  return (
    <span className={name ? '[overflow-wrap:anywhere]' : 'text-ink-soft'} title={id === nobodyId ? '' : id}>
      {shown}
    </span>
  );
}

function Details({ entry }: { readonly entry: AuditEntry }) {
  const { plainDay } = useFormat();
  const facts = factsOf(entry, useNamespace('audit'), { ...useMessages(), plainDay });
  if (facts.length === 0) return null;
  return (
    <dl className="mt-0.5 text-small text-ink-soft">
      {facts.map(({ label, text }) => (
        <div key={label} className="flex gap-x-1.5">
          <dt className="shrink-0">{label}:</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
