import { plateInPairs } from '../../../shared/chile/plate.ts';
import { maxRightsText, rightsOutcomes } from '../../../shared/rights.ts';
import type { Language } from '../../../shared/languages.ts';
import type { DriverOption } from '../../data/drivers/driverRecords.ts';
import {
  extendRightsRequest,
  readRightsRequest,
  type OpenedRequest,
  type RightsEvent,
  type RightsRequest,
} from '../../data/tickets/rightsRequests.ts';
import { useNamespace, loadNamespace } from '../../i18n/namespaces.ts';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { PageActs, type RecordAct } from '../parts/record/acts.tsx';
import { RecordPage } from '../parts/record/RecordPage.tsx';
import { useFinish } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { RecordFacts } from '../tickets/RecordFacts.tsx';
import { TicketContact, TicketContent, useTicketFacts } from '../tickets/TicketContent.tsx';
import { AuthorData } from './AuthorData.tsx';
import { RequestBadge } from './columns.tsx';
import { SelectField } from '../../forms/SelectField.tsx';
import { ReplyForm } from '../tickets/ReplyForm.tsx';
import { useReplyTexts } from '../tickets/useReplyTexts.ts';

/** One request: its words, the author's contact, identity and data beside them, the timeline, reply and outcome. */
export function RequestPage() {
  const { kinds } = useNamespace('rights');
  return (
    <RecordPage
      name="rights"
      read={readRightsRequest}
      titleOf={({ row }) => `${kinds[row.kind]} ${row.number}`}
    >
      {(opened) => <Content key={opened.row.id} opened={opened} />}
    </RecordPage>
  );
}

function Content({ opened }: { readonly opened: OpenedRequest }) {
  const t = useNamespace('rights');
  const { moreActions } = useNamespace('admin');
  const { row, driver } = opened;
  const extending: RecordAct<RightsRequest> = {
    ...useNamedActs('rights').extend,
    isFor: ({ outcome, kind, extension_reason: extended }) =>
      outcome === null && kind !== 'blocking' && extended === null,
    renderDialog: ([{ id }]) => <ExtendDialog id={id} />,
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <RequestBadge row={row} />
        <PageActs row={row} acts={[extending]} moreLabel={moreActions(row.number)} />
      </div>
      <TicketContent<RightsEvent>
        named
        ticket={opened}
        words={t}
        contact={<TicketContact row={row} name={row.name} />}
        reply={<RequestReply row={row} />}
      >
        <RequestFacts row={row} driver={driver} />
        <AuthorData row={row} driver={driver} />
      </TicketContent>
    </>
  );
}

/** The driver's name with the plate, which tells namesakes apart. */
const namedWithPlate = ({ name, license_plate: plate }: DriverOption): string =>
  plate ? `${name} · ${plateInPairs(plate)}` : name;

function RequestFacts({ row, driver }: Pick<OpenedRequest, 'row' | 'driver'>) {
  const t = useNamespace('rights');
  const { mails } = useNamespace('tickets');
  const { plainDay } = useFormat();
  const { due, language } = useTicketFacts(row);
  const waiting = [t.notConfirmed, row.link_mail && mails[row.link_mail]].filter(Boolean).join(' · ');
  const confirmed = row.account_id === row.proved_account_id ? t.confirmed : t.otherContact;
  const identity = row.confirmed_at === null ? waiting : confirmed;
  const facts = [
    due,
    [t.received, plainDay(row.received_on)],
    [t.channel, t.channels[row.channel]],
    [t.person, `${row.name} (${t.persons[row.person]})`],
    [t.persons.driver, driver && namedWithPlate(driver)],
    [t.identity, identity],
    language,
    [t.extension, row.extension_reason],
  ] as const;
  return <RecordFacts facts={facts} />;
}

/** Extends the deadline, once and with a reason. */
function ExtendDialog({ id }: { readonly id: string }) {
  const finish = useFinish();
  const { extend: t } = useNamespace('rights');
  return (
    <ReasonDialog
      title={t.title}
      width="narrow"
      label={t.reason}
      draft={`extension:${id}`}
      maxCharacters={maxRightsText}
      save={(reason) => extendRightsRequest(id, reason)}
      phrases={{ not_extendable: t.refused }}
      onSaved={() => finish(t.saved)}
    >
      <p>{t.text}</p>
    </ReasonDialog>
  );
}

const results = ['ask', ...rightsOutcomes] as const;
type Result = (typeof results)[number];

/** The template of a result in a language; empty for none. */
async function templateIn(language: Language, result: Result | '', row: RightsRequest): Promise<string> {
  if (result === '') return '';
  const { templates } = (await loadNamespace('replies', language)).rights;
  const text = result === 'granted' ? templates.granted[row.kind] : templates[result];
  return text(row.number);
}

/**
 * Replies to the author. The result closes the request or leaves it open, and fills the reply with its template unless
 * somebody has typed.
 */
function RequestReply({ row }: { readonly row: RightsRequest }) {
  const t = useNamespace('rights');
  const texts = useReplyTexts(row.language, `reply:${row.id}`);
  const result = results.find((each) => each === texts.choice) ?? '';
  const choose = (chosen: Result | '') =>
    texts.suggest(chosen, (language) => templateIn(language, chosen, row));
  return (
    <ReplyForm
      ticket={row}
      texts={texts}
      choice={
        <SelectField
          label={t.result}
          value={result}
          options={[
            { value: '', label: t.states.open },
            ...results.map((each) => ({ value: each, label: t.results[each] })),
          ]}
          onChange={choose}
        />
      }
      hint={t.onPage}
      outcome={result === '' || result === 'ask' ? null : result}
      isClosed={row.outcome !== null}
      sent={t.replied(row.number)}
    />
  );
}
