import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, X } from 'lucide-react';
import { Suspense, useId, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useMessages } from '../../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { focusOnMount } from '../../../ui/focusOnMount.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Loading } from '../Loading.tsx';
import { adminKey } from '../useChange.ts';
import { useRecordLocation } from './useRecordLocation.ts';
import { SmallIconButton } from '../SmallButton.tsx';

interface RecordPageProps<Row> {
  /** Names the kind of record in the query's key. */
  readonly name: string;
  /** Reads the record that is open; null for one that is gone. */
  readonly read: (id: string, signal: AbortSignal) => Promise<Row | null>;
  readonly titleOf: (row: Row) => string;
  /** Stands beside the title: a photo, a state. */
  readonly renderAside?: (row: Row) => ReactNode;
  readonly children: (row: Row) => ReactNode;
}

/** The page of the record that the address names: loading, failed, gone, or its content. */
export function RecordPage<Row>({ name, read, titleOf, renderAside, children }: RecordPageProps<Row>) {
  const { record: id, close } = useRecordLocation();
  const t = useNamespace('admin');
  const { common } = useMessages();
  const heading = useId();
  const { data, error, refetch } = useQuery({
    queryKey: [adminKey, name, 'record', id],
    queryFn: ({ signal }) => read(id, signal),
  });
  return (
    <article
      aria-labelledby={heading}
      className="min-w-0 rounded-card border border-line bg-surface-raised min-[75rem]:sticky min-[75rem]:top-2 min-[75rem]:max-h-[calc(100dvh-1rem)] min-[75rem]:overflow-y-auto"
    >
      <header className="sticky top-0 z-20 flex min-h-14 items-center gap-2 rounded-t-card border-b border-line bg-surface-raised py-1 pr-2 pl-1 min-[75rem]:gap-3 min-[75rem]:pr-1 min-[75rem]:pl-4">
        <SmallIconButton
          label={t.record.back}
          icon={<ArrowLeft size={24} />}
          onClick={close}
          className="min-[75rem]:hidden"
        />
        {/* With the record's id: the page of another one begins at its title, too. */}
        <h3
          key={id}
          id={heading}
          ref={focusOnMount}
          tabIndex={-1}
          className="min-w-0 flex-1 text-lead font-semibold [overflow-wrap:anywhere] outline-none"
        >
          {data ? titleOf(data) : common.loading}
        </h3>
        {data && renderAside?.(data)}
        <SmallIconButton
          label={common.close}
          icon={<X size={24} />}
          onClick={close}
          className="max-[75rem]:hidden"
        />
      </header>
      <div className="flex flex-col gap-4 p-3 md:p-4">
        {(error || data === undefined) && <Loading error={error} retry={refetch} />}
        {data === null && <Notice tone="error">{t.record.gone}</Notice>}
        {data && <Suspense fallback={<Loading />}>{children(data)}</Suspense>}
      </div>
    </article>
  );
}

interface RecordCardProps {
  readonly title: string;
  /** The address of all of these, behind the title. */
  readonly all?: string;
  readonly children: ReactNode;
}

/** A part of a record's page: its title leads to the section that has all of it. */
export function RecordCard({ title, all, children }: RecordCardProps) {
  const t = useNamespace('admin');
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 break-inside-avoid rounded-card border border-line px-3 py-2 md:px-4"
    >
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h4 id={id} className="font-semibold">
          {title}
        </h4>
        {all && (
          <Link
            href={all}
            aria-label={`${t.record.all}: ${title}`}
            className="inline-flex min-h-11 items-center text-small font-semibold text-accent underline-offset-4 hover:underline"
          >
            {t.record.all}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

interface RecordRowsProps<Row> {
  /** Names the rows in the query's key, with the record they belong to. */
  readonly name: string;
  readonly read: (record: string, signal: AbortSignal) => Promise<readonly Row[]>;
  readonly children: (row: Row) => ReactNode;
}

/** The first rows of something that belongs to the record that is open. */
export function RecordRows<Row extends { readonly id: string }>(props: RecordRowsProps<Row>) {
  const { name, read, children } = props;
  const { record } = useRecordLocation();
  const { record: t } = useNamespace('admin');
  const { data, error, refetch } = useQuery({
    queryKey: [adminKey, name, 'of', record],
    queryFn: ({ signal }) => read(record, signal),
  });
  if (error) return <Loading error={error} retry={refetch} />;
  if (data?.length === 0) return <p className="pb-2 text-small text-ink-soft">{t.none}</p>;
  return (
    <ul aria-busy={data === undefined} className="min-h-11 divide-y divide-line text-small">
      {data?.map((row) => (
        <li key={row.id} className="flex min-h-11 flex-wrap items-center gap-x-3 py-1">
          {children(row)}
        </li>
      ))}
    </ul>
  );
}
