import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import {
  casePhotoUrl,
  forgetCase,
  readCase,
  setCaseDriver,
  setCaseState,
  type CaseEvent,
  type PassengerCase,
} from '../../data/tickets/cases.ts';
import type { OpenedTicket } from '../../data/tickets/tickets.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DriverPicker } from '../parts/DriverPicker.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useMay } from '../parts/useMay.ts';
import { RecordFacts } from '../tickets/RecordFacts.tsx';
import { TicketContent, TicketDialog, useTicketFacts } from '../tickets/TicketDialog.tsx';
import { StateBadge } from './columns.tsx';
import { CaseReply } from './CaseReply.tsx';

interface CaseDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly id: string;
  readonly onClose: () => void;
}

/** One case: the passenger's words, the timeline, reply, note, state. */
export function CaseDialog({ id, onDone, onClose }: CaseDialogProps) {
  const t = useNamespace('cases');
  return (
    <TicketDialog id={id} read={readCase} words={t} name={t.case} onClose={onClose}>
      {(opened) => <Opened ticket={opened} onDone={onDone} onClose={onClose} />}
    </TicketDialog>
  );
}

interface OpenedProps extends Omit<CaseDialogProps, 'id'> {
  readonly ticket: OpenedTicket<PassengerCase>;
}

function Opened({ ticket, onDone, onClose }: OpenedProps) {
  const t = useNamespace('cases');
  const { row } = ticket;
  if (row.forgotten_at !== null) return <Notice tone="info">{t.forgotten}</Notice>;
  return (
    <TicketContent<CaseEvent>
      ticket={ticket}
      words={t}
      picture={row.photo !== null && <CasePhoto photo={row.photo} />}
      reply={<CaseReply row={row} onDone={onDone} />}
      onDone={onDone}
    >
      <CaseFacts row={row} />
      <DriverOfCase key={row.driver_id} row={row} onDone={onDone} />
      <CaseActions row={row} onDone={onDone} onClose={onClose} />
    </TicketContent>
  );
}

function CasePhoto({ photo }: { readonly photo: string }) {
  const t = useNamespace('cases');
  const { data } = useQuery({
    queryKey: ['case-photo', photo],
    queryFn: () => casePhotoUrl(photo),
    staleTime: 60_000,
  });
  if (!data) return null;
  return (
    <img src={data} alt={t.photo} className="max-h-96 max-w-full self-start rounded-control object-contain" />
  );
}

function CaseFacts({ row }: { readonly row: PassengerCase }) {
  const t = useNamespace('cases');
  const { state } = useNamespace('tickets');
  const { time } = useFormat();
  const { due, language, email, phone } = useTicketFacts(row);
  const facts = [
    [state, <StateBadge key="state" row={row} />],
    due,
    [t.came, time(row.created_at)],
    [t.when, row.happened_at && time(row.happened_at)],
    [t.place, row.place],
    language,
    email,
    phone,
    [t.driver, row.driver_name],
    [t.vehicle, row.license_plate && plateInPairs(row.license_plate)],
  ] as const;
  return <RecordFacts facts={facts} />;
}

interface PartProps extends Pick<SectionProps, 'onDone'> {
  readonly row: PassengerCase;
}

/** The driver: found from the code and the time, or chosen here. */
function DriverOfCase({ row, onDone }: PartProps) {
  const t = useNamespace('cases');
  const { errorText, run } = useChange(
    (driver: string) => setCaseDriver(row.id, driver),
    () => onDone(t.driverSaved),
  );
  return (
    <div className="flex flex-col gap-2">
      <DriverPicker
        label={t.chooseDriver}
        value={null}
        error={errorText}
        onChange={(driver) => {
          if (driver && driver.id !== row.driver_id) run(driver.id);
        }}
      />
      <p className="text-small text-ink-soft">{t.driverHint}</p>
    </div>
  );
}

function CaseActions({ row, onDone, onClose }: PartProps & Pick<CaseDialogProps, 'onClose'>) {
  const t = useNamespace('cases');
  const mayDelete = useMay('delete');
  const [asking, setAsking] = useState(false);
  const isClosed = row.state === 'closed';
  const moving = useChange(
    () => setCaseState(row.id, isClosed ? 'new' : 'closed'),
    () => onDone(isClosed ? t.reopened(row.number) : t.closed(row.number)),
  );
  const forgetting = useChange(
    () => forgetCase(row.id),
    () => {
      onClose();
      onDone(t.forgot(row.number));
    },
  );
  return (
    <div className="flex flex-col gap-3">
      <Button size="compact" variant="secondary" busy={moving.busy} onClick={() => moving.run()}>
        {isClosed ? t.reopen : t.close}
      </Button>
      {moving.errorText && <Notice tone="error">{moving.errorText}</Notice>}
      {mayDelete && (
        <Button size="compact" variant="secondary" onClick={() => setAsking(true)}>
          {t.forget}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={t.forget}
          busy={forgetting.busy}
          errorText={forgetting.errorText}
          onConfirm={() => forgetting.run()}
          onClose={() => setAsking(false)}
        >
          <p>{t.forgetText}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
