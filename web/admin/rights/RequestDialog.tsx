import { useQuery } from '@tanstack/react-query';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { isLanguage } from '../../../shared/languages.ts';
import type { DriverOption } from '../../data/drivers/driverRecords.ts';
import {
  readRightsRequest,
  type OpenedRequest,
  type RightsEvent,
} from '../../data/tickets/rightsRequests.ts';
import { noteTicket } from '../../data/tickets/tickets.ts';
import { languageNames } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { RecordFacts } from '../tickets/RecordFacts.tsx';
import { NoteForm } from '../tickets/NoteForm.tsx';
import { RecordDialog } from '../tickets/RecordDialog.tsx';
import { Timeline } from '../tickets/Timeline.tsx';
import { Contact } from '../parts/Contact.tsx';
import type { SectionProps } from '../parts/section.ts';
import { adminKey } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { RequestBadge } from './columns.tsx';
import { RequestActions } from './RequestActions.tsx';
import { RequestReply } from './RequestReply.tsx';

interface RequestDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly id: string;
  readonly onClose: () => void;
}

/** One request: its words, the timeline, reply and outcome, the author's identity and data. */
export function RequestDialog({ id, onDone, onClose }: RequestDialogProps) {
  const t = useNamespace('rights');
  const query = useQuery({
    queryKey: [adminKey, 'rights-request', id],
    queryFn: ({ signal }) => readRightsRequest(id, signal),
  });
  const { data } = query;
  return (
    <RecordDialog
      query={query}
      title={data ? `${t.kinds[data.row.kind]} ${data.row.number}` : t.request}
      gone={t.gone}
      onClose={onClose}
    >
      {data && <Opened {...data} onDone={onDone} />}
    </RecordDialog>
  );
}

function Opened({ row, timeline, driver, onDone }: OpenedRequest & Pick<SectionProps, 'onDone'>) {
  const t = useNamespace('rights');
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <p lang={row.language} className="text-lead [overflow-wrap:anywhere] whitespace-pre-line">
          {row.body}
        </p>
        <Timeline<RightsEvent> named words={t} language={row.language} entries={timeline} />
        <RequestReply row={row} onDone={onDone} />
        <NoteForm hint={t.noteHint} save={(note) => noteTicket(row.id, note)} onDone={onDone} />
      </div>
      <div className="flex flex-col gap-5">
        <RequestFacts row={row} driver={driver} />
        <RequestActions row={row} driver={driver} onDone={onDone} />
      </div>
    </div>
  );
}

/** The driver's name with the plate, which tells namesakes apart. */
const namedWithPlate = ({ name, license_plate: plate }: DriverOption): string =>
  plate ? `${name} · ${plateInPairs(plate)}` : name;

function RequestFacts({ row, driver }: Pick<OpenedRequest, 'row' | 'driver'>) {
  const t = useNamespace('rights');
  const { mails } = useNamespace('cases');
  const format = useFormat();
  const waiting = [t.notConfirmed, row.link_mail && mails[row.link_mail]].filter(Boolean).join(' · ');
  const identity = row.confirmed_at === null ? waiting : t.confirmed;
  const facts = [
    [t.state, <RequestBadge key="state" row={row} />],
    [t.due, format.plainDay(row.due_on)],
    [t.received, format.plainDay(row.received_on)],
    [t.channel, t.channels[row.channel]],
    [t.person, `${row.name} (${t.persons[row.person]})`],
    [t.persons.driver, driver && namedWithPlate(driver)],
    [t.identity, identity],
    [t.email, row.email],
    [t.phone, row.phone && <Contact key="phone" inFull contact={row.phone} />],
    [t.language, isLanguage(row.language) ? languageNames[row.language] : row.language],
    [t.extension, row.extension_reason],
  ] as const;
  return <RecordFacts facts={facts} />;
}
