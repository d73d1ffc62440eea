import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { isLanguage } from '../../../shared/languages.ts';
import {
  casePhotoUrl,
  forgetCase,
  readCase,
  setCaseDriver,
  setCaseState,
  type CaseEvent,
  type PassengerCase,
  type TimelineEntry,
} from '../../data/fleet/caseAdmin.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { languageNames } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Contact } from '../parts/Contact.tsx';
import { DriverPicker } from '../parts/DriverPicker.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { adminKey, useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useMay } from '../parts/useMay.ts';
import { StateBadge } from './columns.tsx';
import { NoteForm, ReplyForm } from './ReplyForm.tsx';

interface CaseDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly id: string;
  readonly onClose: () => void;
}

/** One case: the passenger's words, the timeline, reply, note, state. */
export function CaseDialog({ id, onDone, onClose }: CaseDialogProps) {
  const t = useNamespace('cases');
  const { loadFailed } = useNamespace('admin');
  const { common } = useMessages();
  const { data, error, refetch } = useQuery({
    queryKey: [adminKey, 'case', id],
    queryFn: ({ signal }) => readCase(id, signal),
  });
  const row = data?.row;
  return (
    <Dialog
      open
      width="wide"
      title={row ? `${t.kinds[row.kind]} ${row.number}` : t.case}
      closeLabel={common.close}
      onClose={onClose}
    >
      {error && <LoadError title={loadFailed} error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Spinner label={common.loading} />}
      {data === null && <Notice tone="error">{t.gone}</Notice>}
      {row && <Opened row={row} timeline={data.timeline} onDone={onDone} onClose={onClose} />}
    </Dialog>
  );
}

interface OpenedProps extends Pick<SectionProps, 'onDone'> {
  readonly row: PassengerCase;
  readonly timeline: readonly TimelineEntry[];
  readonly onClose: () => void;
}

function Opened({ row, timeline, onDone, onClose }: OpenedProps) {
  const t = useNamespace('cases');
  if (row.forgotten_at !== null) return <Notice tone="info">{t.forgotten}</Notice>;
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <p lang={row.language} className="text-lead [overflow-wrap:anywhere] whitespace-pre-line">
          {row.body}
        </p>
        {row.photo !== null && <CasePhoto photo={row.photo} />}
        <Timeline entries={timeline} language={row.language} />
        <ReplyForm row={row} onDone={onDone} />
        <NoteForm id={row.id} onDone={onDone} />
      </div>
      <div className="flex flex-col gap-5">
        <Facts row={row} />
        <DriverOfCase key={row.driver_id} row={row} onDone={onDone} />
        <CaseActions row={row} onDone={onDone} onClose={onClose} />
      </div>
    </div>
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

function Facts({ row }: { readonly row: PassengerCase }) {
  const t = useNamespace('cases');
  const format = useFormat();
  const facts = [
    [t.state, <StateBadge key="state" row={row} />],
    [t.due, format.plainDay(row.due_on)],
    [t.came, format.companyTime(row.created_at)],
    [t.when, row.happened_at && format.companyTime(row.happened_at)],
    [t.place, row.place],
    [t.language, isLanguage(row.language) ? languageNames[row.language] : row.language],
    [t.email, row.email],
    [t.phone, row.phone && <Contact key="phone" contact={row.phone} />],
    [t.driver, row.driver_name],
    [t.vehicle, row.license_plate && plateInPairs(row.license_plate)],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} className="contents">
            <dt className="text-small text-ink-soft">{label}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
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

const looks: Readonly<Record<TimelineEntry['kind'], string>> = {
  reply: 'bg-accent-soft',
  passenger: 'border border-line',
  note: 'border border-dashed border-line-strong bg-surface',
  event: 'px-0 py-0 text-ink-soft',
};

interface TimelineProps {
  readonly entries: readonly TimelineEntry[];
  /** The passenger's. */
  readonly language: string;
}

function Timeline({ entries, language }: TimelineProps) {
  const t = useNamespace('cases');
  const { companyTime } = useFormat();
  if (entries.length === 0) return null;
  return (
    <ol aria-label={t.timeline} className="flex flex-col gap-2.5">
      {entries.map(({ id, kind, body, spanish, mail, created_at: time }) => (
        <li key={id} className={classes('rounded-card px-4 py-2.5', looks[kind])}>
          <p className="text-small text-ink-soft">
            <span className="font-semibold">
              {kind === 'event' ? t.events[body as CaseEvent] : t.entries[kind]}
            </span>{' '}
            · {companyTime(time)}
            {mail !== null && ` · ${t.mails[mail]}`}
          </p>
          {kind !== 'event' && (
            <p
              lang={kind === 'note' ? undefined : language}
              className="[overflow-wrap:anywhere] whitespace-pre-line"
            >
              {body}
            </p>
          )}
          {spanish !== null && (
            <p
              lang="es"
              className="mt-1 text-small [overflow-wrap:anywhere] whitespace-pre-line text-ink-soft"
            >
              {spanish}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
