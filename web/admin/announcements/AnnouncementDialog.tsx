import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readParts } from '../../data/list/page.ts';
import {
  deleteAnnouncement,
  listReadersPage,
  withdrawAnnouncement,
  type Announcement,
  type AnnouncementReader,
} from '../../data/announcements/announcementRecords.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Contact } from '../parts/Contact.tsx';
import { ExportListButton } from '../parts/files/ExportButton.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { adminKey, useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useMay } from '../parts/useMay.ts';
import { AnnouncementBadge, announcementStateOf, useAnnouncementWords, useAudienceText } from './columns.tsx';
import { csvPhone, csvTime } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';

/** The dialog lists so many drivers; the file has all. */
const readersShown = 200;

interface AnnouncementDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly row: Announcement;
  readonly onClose: () => void;
}

/** One announcement: its words, who has read it and who has not, withdrawal and deletion. */
export function AnnouncementDialog({ row, onDone, onClose }: AnnouncementDialogProps) {
  const t = useNamespace('announcements');
  const { common } = useMessages();
  const format = useFormat();
  const words = useAnnouncementWords()(row);
  const audience = useAudienceText()(row);
  const facts = [t.written(format.time(row.created_at)), row.author].filter(Boolean);
  return (
    <Dialog open width="wide" title={t.announcement} closeLabel={common.close} onClose={onClose}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <p
            lang={row.body === null ? undefined : row.language}
            className="text-lead [overflow-wrap:anywhere] whitespace-pre-line"
          >
            {words}
          </p>
          <p className="text-small text-ink-soft [overflow-wrap:anywhere]">
            {audience}
            <br />
            {facts.join(' · ')}
            <br />
            {t.holdsUntil(format.plainDay(row.valid_until))}
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <AnnouncementBadge row={row} />
            <Actions row={row} onDone={onDone} onClose={onClose} />
          </div>
        </div>
        <Readers row={row} onDone={onDone} />
      </div>
    </Dialog>
  );
}

function Readers({ row, onDone }: Pick<AnnouncementDialogProps, 'row' | 'onDone'>) {
  const t = useNamespace('announcements');
  const { loadFailed } = useNamespace('admin');
  const { common } = useMessages();
  const { count } = useFormat();
  const { data, error, refetch } = useQuery({
    queryKey: [adminKey, 'announcement-readers', row.id],
    queryFn: ({ signal }) => listReadersPage(row.id, { number: 1, size: readersShown }, signal),
  });
  if (error) return <LoadError title={loadFailed} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner label={common.loading} />;
  const missing = data.rows.filter(({ read_at: readAt }) => readAt === null);
  const done = data.rows.filter(({ read_at: readAt }) => readAt !== null);
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold tabular-nums">{t.haveRead(count(row.reads), count(row.recipients))}</h3>
        <ExportListButton
          file={{ name: t.fileName, loadColumns: loadReaderColumns }}
          read={(signal) => readParts(1_000, (part) => listReadersPage(row.id, part, signal))}
          total={data.total}
          onDone={onDone}
        />
      </div>
      <ReaderList title={t.notYet} readers={missing} />
      <ReaderList title={t.already} readers={done} />
      {data.total > data.rows.length && (
        <p className="text-small text-ink-soft">{t.more(count(data.total - data.rows.length))}</p>
      )}
    </section>
  );
}

interface ReaderListProps {
  readonly title: string;
  readonly readers: readonly AnnouncementReader[];
}

function ReaderList({ title, readers }: ReaderListProps) {
  const { time } = useFormat();
  if (readers.length === 0) return null;
  return (
    <div>
      <h4 className="text-small font-semibold text-ink-soft">{title}</h4>
      <ul aria-label={title}>
        {readers.map(({ id, name, contact, read_at: readAt }) => (
          <li
            key={id}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-line last:border-b-0"
          >
            <span className="[overflow-wrap:anywhere]">{name}</span>
            {readAt === null ? (
              contact && <Contact inFull contact={contact} />
            ) : (
              <span className="text-small text-ink-soft tabular-nums">{time(readAt)}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Withdraws an announcement that holds; administrators delete it. Both ask before. */
function Actions({ row, onDone, onClose }: AnnouncementDialogProps) {
  const t = useNamespace('announcements');
  const mayDelete = useMay('delete');
  const [asking, setAsking] = useState<'withdraw' | 'delete' | null>(null);
  const close = (message: string) => {
    onClose();
    onDone(message);
  };
  const acts = {
    withdraw: useChange(
      () => withdrawAnnouncement(row.id),
      () => close(t.withdrawn),
    ),
    delete: useChange(
      () => deleteAnnouncement(row.id),
      () => close(t.deleted),
    ),
  };
  const offered = [
    ...(announcementStateOf(row) === 'current' ? (['withdraw'] as const) : []),
    ...(mayDelete ? (['delete'] as const) : []),
  ];
  return (
    <>
      {offered.map((act) => (
        <Button key={act} size="compact" variant="secondary" onClick={() => setAsking(act)}>
          {t[act].action}
        </Button>
      ))}
      {asking && (
        <ConfirmDialog
          title={t[asking].title}
          action={t[asking].action}
          busy={acts[asking].busy}
          errorText={acts[asking].errorText}
          onConfirm={() => acts[asking].run()}
          onClose={() => setAsking(null)}
        >
          <p>{t[asking].text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The columns of a file of the drivers whom an announcement is for. */
export async function loadReaderColumns(): Promise<readonly ExportColumn<AnnouncementReader>[]> {
  return [
    ['conductor', ({ name }) => name],
    ['código', ({ driver_code: code }) => code],
    ['patente', ({ license_plate: plate }) => plate ?? ''],
    ['teléfono', ({ contact }) => csvPhone(contact)],
    ['lo leyó', ({ read_at: time }) => csvTime(time)],
  ];
}
