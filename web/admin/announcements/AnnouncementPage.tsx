import { useQuery } from '@tanstack/react-query';
import { phoneOf } from '../../../shared/chile/phone.ts';
import { chatUrl } from '../../content/links.ts';
import { readParts } from '../../data/list/page.ts';
import {
  deleteAnnouncement,
  listReadersPage,
  readAnnouncement,
  withdrawAnnouncement,
  type Announcement,
  type AnnouncementReader,
} from '../../data/announcements/announcementRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ChatLink } from '../parts/ChatLink.tsx';
import { Contact } from '../parts/Contact.tsx';
import { ExportListButton } from '../parts/files/ExportButton.tsx';
import { ChangeDialog } from '../parts/dialogs.tsx';
import { Loading } from '../parts/Loading.tsx';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { PageActs, type RecordAct } from '../parts/record/acts.tsx';
import { RecordPage } from '../parts/record/RecordPage.tsx';
import { useRecordLocation } from '../parts/record/useRecordLocation.ts';
import { adminKey } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { AnnouncementBadge, announcementStateOf, useAnnouncementWords, useAudienceText } from './columns.tsx';
import { csvPhone, csvTime } from '../../util/csvText.ts';
import type { FileCells } from '../parts/files/exportFile.ts';

/** The page lists so many drivers; the file has all. */
const readersShown = 200;

/** One announcement: its words, who has read it and who has not, withdrawal and deletion. */
export function AnnouncementPage() {
  const { announcement } = useNamespace('announcements');
  return (
    <RecordPage
      name="announcements"
      read={readAnnouncement}
      titleOf={() => announcement}
      renderAside={(row) => <AnnouncementBadge row={row} />}
    >
      {(row) => <Content row={row} />}
    </RecordPage>
  );
}

interface PartProps {
  readonly row: Announcement;
}

function Content({ row }: PartProps) {
  const t = useNamespace('announcements');
  const { moreActions } = useNamespace('admin');
  const format = useFormat();
  const words = useAnnouncementWords()(row);
  const audience = useAudienceText()(row);
  const facts = [t.written(format.time(row.created_at)), row.author].filter(Boolean);
  return (
    <>
      <PageActs row={row} acts={useAnnouncementActs()} moreLabel={moreActions(t.announcement)} />
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
      <Readers row={row} />
    </>
  );
}

function Readers({ row }: PartProps) {
  const t = useNamespace('announcements');
  const { count } = useFormat();
  const words = useAnnouncementWords()(row);
  const { data, error, refetch } = useQuery({
    queryKey: [adminKey, 'announcement-readers', row.id],
    queryFn: ({ signal }) => listReadersPage(row.id, { number: 1, size: readersShown }, signal),
  });
  if (error || !data) return <Loading error={error} retry={refetch} />;
  const missing = data.rows.filter(({ read_at: readAt }) => readAt === null);
  const done = data.rows.filter(({ read_at: readAt }) => readAt !== null);
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h4 className="font-semibold tabular-nums">{t.haveRead(count(row.reads), count(row.recipients))}</h4>
        <ExportListButton
          file={{ name: t.fileName, cells: readerCells }}
          read={(signal) => readParts(1_000, (part) => listReadersPage(row.id, part, signal))}
          total={data.total}
        />
      </div>
      <ReaderList title={t.notYet} readers={missing} reminder={t.reminder(words)} />
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
  /** The message that reminds those who have not read it, by WhatsApp. */
  readonly reminder?: string;
}

function ReaderList({ title, readers, reminder }: ReaderListProps) {
  const { remind } = useNamespace('announcements');
  const { time } = useFormat();
  if (readers.length === 0) return null;
  return (
    <div>
      <h5 className="text-small font-semibold text-ink-soft">{title}</h5>
      <ul aria-label={title}>
        {readers.map(({ id, name, contact, read_at: readAt }) => {
          const digits = phoneOf(contact ?? '')?.slice(1);
          return (
            <li
              key={id}
              className="flex min-h-11 flex-wrap items-center justify-end gap-x-3 border-b border-line py-1 last:border-b-0"
            >
              <span className="mr-auto [overflow-wrap:anywhere]">{name}</span>
              {readAt !== null && (
                <span className="text-small text-ink-soft tabular-nums">{time(readAt)}</span>
              )}
              {readAt === null && contact && <Contact inFull contact={contact} />}
              {readAt === null && digits && (
                <ChatLink isCompact variant="soft" about={` ${name}`} href={chatUrl(digits, reminder)}>
                  {remind}
                </ChatLink>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The withdrawal and the deletion of an announcement, once somebody has confirmed it. */
function useAnnouncementActs(): readonly RecordAct<Announcement>[] {
  const { leave } = useRecordLocation();
  const t = useNamespace('announcements');
  const named = useNamedActs('announcements');
  const remove = async (id: string) => {
    await deleteAnnouncement(id);
    // Before the page reads it again.
    leave();
  };
  return [
    {
      ...named.withdraw,
      isFor: (row) => announcementStateOf(row) === 'current',
      renderDialog: ([{ id }]) => (
        <ChangeDialog {...t.withdraw} change={() => withdrawAnnouncement(id)} done={t.withdrawn} />
      ),
    },
    {
      ...named.delete,
      isDangerous: true,
      renderDialog: ([{ id }]) => <ChangeDialog {...t.delete} change={() => remove(id)} done={t.deleted} />,
    },
  ];
}

/** A file of the drivers whom an announcement is for. */
const readerCells: FileCells<AnnouncementReader> = {
  conductor: ({ name }) => name,
  código: ({ driver_code: code }) => code,
  patente: ({ license_plate: plate }) => plate ?? '',
  teléfono: ({ contact }) => csvPhone(contact),
  'lo leyó': ({ read_at: time }) => csvTime(time),
};
