import type { JobTools, ProductJob } from '../../backend/index.ts';
import { isLanguage, type Language } from '../../shared/languages.ts';
import type { CaseKind } from '../../shared/cases.ts';
import { caseTexts } from './case-texts.ts';
import { runAll } from './run-all.ts';
import { formatDay } from './texts.ts';

/** A case that an administrator has not had a mail about, as `private.due_case_notices` gives it. */
interface DueNotice {
  readonly account_id: string;
  readonly email: string;
  readonly language: string | null;
  readonly case_id: string;
  readonly reason: 'new' | 'due';
  readonly number: string;
  readonly kind: CaseKind;
  readonly due_on: string;
}

/** A reply that waits to be mailed to the passenger. */
interface WaitingReply {
  readonly id: string;
  readonly body: string;
  readonly number: string;
  readonly email: string;
  readonly language: string;
}

interface Product {
  readonly publicUrl: string;
  readonly defaultLanguage: Language;
}

const periodMs = 60_000;
/** A mail names this many cases. */
const noticeLines = 30;

const noticesSql = `select account_id, email, language, case_id, reason, number, kind, due_on::text as due_on
  from private.due_case_notices()`;
/** Notes the notices as sent; gives those that no other process has noted. */
const noteNoticesSql = `insert into private.case_notices (case_id, account_id, reason, due_on)
  select c, $1, r, d from unnest($2::uuid[], $3::text[], $4::date[]) as sent (c, r, d)
  on conflict do nothing returning case_id`;
const repliesSql = `select m.id, m.body, c.number, c.email, c.language
  from public.case_messages m join public.cases c on c.id = m.case_id
  where m.mail = 'waiting' and c.email is not null order by m.created_at limit 100`;
const noteReplySql = `update public.case_messages set mail = 'sent' where id = $1 and mail = 'waiting' returning id`;

/** Sends one administrator one mail about all cases that are due. The note and the mail stand or fall together. */
async function notify(tools: JobTools, product: Product, due: readonly DueNotice[]): Promise<void> {
  const [first] = due;
  if (!first) return;
  const language = isLanguage(first.language) ? first.language : product.defaultLanguage;
  const texts = caseTexts[language];
  await tools.db.transaction(async (transaction) => {
    const noted = await transaction.query<{ case_id: string }>(noteNoticesSql, [
      first.account_id,
      due.map((each) => each.case_id),
      due.map((each) => each.reason),
      due.map((each) => each.due_on),
    ]);
    const mine = due.filter((each) => noted.some(({ case_id: id }) => id === each.case_id));
    if (mine.length === 0) return;
    const isUrgent = mine.some(({ reason }) => reason === 'due');
    const line = ({ number, kind, due_on: day }: DueNotice) =>
      `• ${number} · ${texts.kinds[kind]} · ${texts.until(formatDay(day, language))}`;
    await tools.sendNotice({
      kind: 'case_notice',
      to: first.email,
      language,
      subject: isUrgent ? texts.dueSubject : texts.newSubject(mine.length),
      heading: isUrgent ? texts.dueSubject : texts.newSubject(mine.length),
      text: mine.slice(0, noticeLines).map(line).join('\n'),
      button: texts.openCases,
      link: `${product.publicUrl}/?section=cases`,
    });
  });
}

/** Mails a reply to the contact of its own case, and to nobody else. */
async function mailReply(tools: JobTools, product: Product, reply: WaitingReply): Promise<void> {
  const language = isLanguage(reply.language) ? reply.language : product.defaultLanguage;
  const texts = caseTexts[language];
  await tools.db.transaction(async (transaction) => {
    if ((await transaction.query(noteReplySql, [reply.id])).length === 0) return;
    await tools.sendNotice({
      kind: 'case_reply',
      to: reply.email,
      language,
      subject: texts.replySubject(reply.number),
      heading: texts.replySubject(reply.number),
      text: reply.body,
      button: texts.openTicket,
      // The phone that wrote the case has its page in this list. The server does not know the page's secret.
      link: `${product.publicUrl}/help?lang=${language}`,
    });
  });
}

/**
 * Mails administrators about new cases and about those that have to be answered by tomorrow, each once, and passengers the
 * replies that staff send by mail.
 */
export function caseMails(product: Product): ProductJob {
  return {
    name: 'case_mails',
    // Somewhat less than a minute: looks are not exact.
    periodMs: periodMs - 5_000,
    async run(tools) {
      const [notices, replies] = [
        await tools.db.query<DueNotice>(noticesSql),
        await tools.db.query<WaitingReply>(repliesSql),
      ];
      const administrators = Map.groupBy(notices, ({ account_id: account }) => account);
      await runAll([
        ...[...administrators.values()].map((own) => () => notify(tools, product, own)),
        ...replies.map((reply) => () => mailReply(tools, product, reply)),
      ]);
    },
  };
}
