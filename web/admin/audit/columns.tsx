import { ShieldX } from 'lucide-react';
import { Fragment, use } from 'react';
import { Link } from 'wouter';
import type { AuditEntry } from '../../data/company/auditEntry.ts';
import { DataError } from '../../data/errors.ts';
import { describeError } from '../../i18n/describeError.ts';
import { useNamespace, useSpanishNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import type { Messages } from '../../i18n/messages.ts';
import type { Column } from '../parts/list/List.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { addressOfRecord } from './addresses.ts';
import { actorOf, sentenceOf, textOf, type AuditWords } from './sentence.ts';
import { loadMessages } from '../../i18n/loadMessages.ts';
import { loader } from '../../util/loader.ts';
import { csvDay, csvTime } from '../../util/csvText.ts';

const spanishMessages = loader(() => loadMessages('es'));

const refusals = new Set(['login_failed', 'permission_denied', 'refusals_suppressed']);

/** The columns of the log: time, person, sentence, address. */
export function useAuditColumns(): readonly Column<AuditEntry>[] {
  const t = useNamespace('audit');
  const format = useFormat();
  const spanish = useSpanishNamespace('audit');
  const words = wordsOf(spanish, use(spanishMessages.current()), { plainDay: csvDay, time: csvTime });
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
      file: { cuándo: ({ created_at: time }) => csvTime(time) },
    },
    {
      id: 'who',
      label: t.who,
      width: 'w-56 lg:w-64',
      className: 'py-0.5 align-top',
      cell: (entry) => <Person entry={entry} />,
      onCard: 1,
      file: { quién: (entry) => actorOf(entry, spanish) },
    },
    {
      id: 'what',
      label: t.what,
      className: 'py-0.5 align-top',
      cell: (entry) => <Act entry={entry} />,
      onCard: 'title',
      file: { qué: (entry) => textOf(entry, words) },
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
      file: { dirección: ({ ip_address: address }) => address },
    },
  ];
}

type Format = Pick<AuditWords, 'plainDay' | 'time'>;

function wordsOf(t: AuditWords['t'], { driver, errors }: Messages, format: Format): AuditWords {
  const reason = (code: string) => describeError(new DataError(code, ''), errors);
  return { t, columns: driver.log, reason, ...format };
}

function Act({ entry }: { readonly entry: AuditEntry }) {
  const t = useNamespace('audit');
  const { plainDay, time } = useFormat();
  const parts = sentenceOf(entry, wordsOf(t, useMessages(), { plainDay, time }));
  return (
    <span className="leading-snug [overflow-wrap:anywhere]">
      {refusals.has(entry.payload.action) && (
        <>
          <ShieldX size={20} className="mr-2 inline-block align-text-bottom text-danger" />
          <span className="sr-only">{t.refused}: </span>
        </>
      )}
      {parts.map(({ text, record }, index) => {
        const address = record && addressOfRecord(record, entry.subject);
        if (address === undefined) return <Fragment key={index}>{text}</Fragment>;
        return (
          <Link key={index} href={address} className="underline underline-offset-4 hover:text-accent">
            {text}
          </Link>
        );
      })}
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
