import { useQuery } from '@tanstack/react-query';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { chileanDay } from '../../../shared/chile/time.ts';
import type { CaseKind } from '../../../shared/cases.ts';
import {
  casePhotoUrl,
  forgetCase,
  readCase,
  setCaseDriver,
  type CaseEvent,
  type OpenedCase,
  type PassengerCase,
  setCaseState,
} from '../../data/tickets/cases.ts';
import { useNamespace, loadNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { CallLinks } from '../parts/CallLinks.tsx';
import { DriverPicker } from '../parts/DriverPicker.tsx';
import { ChangeDialog } from '../parts/dialogs.tsx';
import { PageActs, type RecordAct } from '../parts/record/acts.tsx';
import { RecordCard, RecordPage } from '../parts/record/RecordPage.tsx';
import { SmallLink } from '../parts/SmallButton.tsx';
import { sectionAddress, useOnDone } from '../parts/section.ts';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { RecordFacts } from '../tickets/RecordFacts.tsx';
import { TicketContact, TicketContent, useTicketFacts } from '../tickets/TicketContent.tsx';
import { StateBadge } from './columns.tsx';
import { TemplateField } from '../tickets/ReplyFields.tsx';
import { ReplyForm } from '../tickets/ReplyForm.tsx';
import { useReplyTexts } from '../tickets/useReplyTexts.ts';

/** One case: the passenger's words, whom to call, the timeline, reply and note; beside them driver and facts. */
export function CasePage() {
  const { kinds } = useNamespace('cases');
  return (
    <RecordPage name="cases" read={readCase} titleOf={({ row }) => `${kinds[row.kind]} ${row.number}`}>
      {(opened) => <Content key={opened.row.id} opened={opened} />}
    </RecordPage>
  );
}

interface PartProps {
  readonly opened: OpenedCase;
}

function Content({ opened }: PartProps) {
  const t = useNamespace('cases');
  const { moreActions } = useNamespace('admin');
  const { row } = opened;
  const acts = useCaseActs();
  if (row.forgotten_at !== null) return <Notice tone="info">{t.forgotten}</Notice>;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <StateBadge row={row} />
        <PageActs row={row} acts={acts} moreLabel={moreActions(row.number)} />
      </div>
      <TicketContent<CaseEvent>
        ticket={opened}
        words={t}
        picture={row.photo !== null && <CasePhoto photo={row.photo} />}
        contact={
          <>
            <TicketContact row={row} name={t.entries.passenger} />
            <DriverLine opened={opened} />
          </>
        }
        reply={<CaseReply row={row} />}
      >
        <DriverOfCase key={row.driver_id} opened={opened} />
        <CaseFacts row={row} />
      </TicketContent>
    </>
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

function CaseFacts({ row }: Pick<OpenedCase, 'row'>) {
  const t = useNamespace('cases');
  const { time } = useFormat();
  const { due, language } = useTicketFacts(row);
  const facts = [
    due,
    [t.came, time(row.created_at)],
    [t.when, row.happened_at && time(row.happened_at)],
    [t.place, row.place],
    language,
  ] as const;
  return <RecordFacts facts={facts} />;
}

/** The driver, with vehicle and shift, and how to call: the reply often begins with a question to this one. */
function DriverLine({ opened: { row, driverContact } }: Pick<PartProps, 'opened'>) {
  const t = useNamespace('cases');
  const { driver_name: name, driver_id: id, license_plate: plate, vehicle_id: vehicle } = row;
  const day = chileanDay(new Date(row.happened_at ?? row.created_at));
  const pages = [
    [name, id && sectionAddress('drivers', { record: id })],
    [plate && plateInPairs(plate), vehicle && sectionAddress('vehicles', { record: vehicle })],
    [row.shift_id && t.shift, id && sectionAddress('shifts', { driver: id, day })],
  ] as const;
  return (
    <div className="flex flex-col gap-1 empty:hidden">
      {pages.some(([text]) => text) && (
        <p className="flex flex-wrap items-center gap-x-4">
          {pages.map(([text, address]) =>
            text && address ? (
              <SmallLink key={text} href={address}>
                {text}
              </SmallLink>
            ) : (
              text && <span key={text}>{text}</span>
            ),
          )}
        </p>
      )}
      {driverContact !== null && <CallLinks contact={driverContact} name={name ?? ''} />}
    </div>
  );
}

/** Chooses the driver where the code and the time have found none, or another one. */
function DriverOfCase({ opened: { row } }: PartProps) {
  const say = useOnDone();
  const t = useNamespace('cases');
  const { errorText, run } = useChange(
    (chosen: string) => setCaseDriver(row.id, chosen),
    () => say(t.driverSaved),
  );
  return (
    <RecordCard title={t.driver}>
      <div className="flex flex-col gap-2 pb-3">
        <DriverPicker
          label={t.chooseDriver}
          value={null}
          error={errorText}
          onChange={(chosen) => {
            if (chosen && chosen.id !== row.driver_id) run(chosen.id);
          }}
        />
        <p className="text-small text-ink-soft">{t.driverHint}</p>
      </div>
    </RecordCard>
  );
}

/** The templates, in the order in which they are offered. */
const templateIds = ['found', 'searching', 'notFound', 'sorry', 'receipt', 'moreDetails'] as const;
type TemplateId = (typeof templateIds)[number];

/** The templates that fit a kind, which come first: a complaint must not get “good news” by the first press. */
const fitting: Readonly<Record<CaseKind, readonly TemplateId[]>> = {
  lost: ['found', 'searching', 'notFound'],
  complaint: ['sorry'],
  receipt: ['receipt'],
  accessibility: ['moreDetails'],
  other: ['moreDetails'],
};

/** Replies to the passenger of a case. */
function CaseReply({ row }: { readonly row: PassengerCase }) {
  const t = useNamespace('cases');
  const texts = useReplyTexts(row.language, `reply:${row.id}`);
  const fill = (id: TemplateId) =>
    texts.fill(async (language) => (await loadNamespace('replies', language)).cases[id](row.number));
  return (
    <ReplyForm
      ticket={row}
      texts={texts}
      choice={
        <TemplateField
          label={t.template}
          prompt={t.chooseTemplate}
          ids={[...new Set([...fitting[row.kind], ...templateIds])]}
          names={t.templates}
          onChoose={fill}
        />
      }
      hint={t.onPage}
      isClosed={row.state === 'closed'}
      sent={t.replied(row.number)}
    />
  );
}

/** Closing or reopening a case, and the deletion of the passenger's data. */
function useCaseActs(): readonly RecordAct<PassengerCase>[] {
  const t = useNamespace('cases');
  const named = useNamedActs('cases');
  const isClosed = (row: PassengerCase) => row.state === 'closed';
  const moveTo = (state: 'new' | 'closed', say: (number: string) => string) => async (row: PassengerCase) => {
    await setCaseState(row.id, state);
    return { one: say(row.number) };
  };
  return [
    { ...named.reopen, isFor: isClosed, change: moveTo('new', t.reopened) },
    {
      ...named.close,
      isFor: (row) => !isClosed(row),
      change: moveTo('closed', t.closed),
    },
    {
      ...named.forget,
      isDangerous: true,
      renderDialog: ([row]) => (
        <ChangeDialog
          title={t.forget}
          text={t.forgetText}
          change={() => forgetCase(row.id)}
          done={t.forgot(row.number)}
        />
      ),
    },
  ];
}
