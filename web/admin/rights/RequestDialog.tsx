import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { DriverOption } from '../../data/drivers/driverRecords.ts';
import {
  readRightsRequest,
  type OpenedRequest,
  type RightsEvent,
} from '../../data/tickets/rightsRequests.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { RecordFacts } from '../tickets/RecordFacts.tsx';
import { TicketContent, TicketDialog, useTicketFacts } from '../tickets/TicketDialog.tsx';
import type { SectionProps } from '../parts/section.ts';
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
  return (
    <TicketDialog id={id} read={readRightsRequest} words={t} name={t.request} onClose={onClose}>
      {({ row, timeline, driver }) => (
        <TicketContent<RightsEvent>
          named
          ticket={{ row, timeline }}
          words={t}
          reply={<RequestReply row={row} onDone={onDone} />}
          onDone={onDone}
        >
          <RequestFacts row={row} driver={driver} />
          <RequestActions row={row} driver={driver} onDone={onDone} />
        </TicketContent>
      )}
    </TicketDialog>
  );
}

/** The driver's name with the plate, which tells namesakes apart. */
const namedWithPlate = ({ name, license_plate: plate }: DriverOption): string =>
  plate ? `${name} · ${plateInPairs(plate)}` : name;

function RequestFacts({ row, driver }: Pick<OpenedRequest, 'row' | 'driver'>) {
  const t = useNamespace('rights');
  const { mails, state } = useNamespace('tickets');
  const { plainDay } = useFormat();
  const { due, language, email, phone } = useTicketFacts(row);
  const waiting = [t.notConfirmed, row.link_mail && mails[row.link_mail]].filter(Boolean).join(' · ');
  const confirmed = row.account_id === row.proved_account_id ? t.confirmed : t.otherContact;
  const identity = row.confirmed_at === null ? waiting : confirmed;
  const facts = [
    [state, <RequestBadge key="state" row={row} />],
    due,
    [t.received, plainDay(row.received_on)],
    [t.channel, t.channels[row.channel]],
    [t.person, `${row.name} (${t.persons[row.person]})`],
    [t.persons.driver, driver && namedWithPlate(driver)],
    [t.identity, identity],
    email,
    phone,
    language,
    [t.extension, row.extension_reason],
  ] as const;
  return <RecordFacts facts={facts} />;
}
