import type { JobTools, OwnerAccess, ProductJob } from '../../backend/index.ts';
import { isLanguage, type Language } from '../../shared/languages.ts';
import { staffLanguageOf } from '../../shared/staff-languages.ts';
import { isMailHour } from './hours.ts';
import { mailJob, type MailTask } from './mail-job.ts';
import { daysUntil, digestTexts, formatDay, listLines, reminderTexts, type ReminderLine } from './texts.ts';

/** One reminder for one person, as `private.due_document_reminders` gives it. */
interface DueReminder extends ReminderLine {
  readonly account_id: string;
  readonly email: string;
  readonly language: string | null;
  readonly document_id: string;
  readonly threshold: number;
}

/** An administrator who has not had the digest of the week, as `private.due_document_digests` gives it. */
interface DueDigest {
  readonly account_id: string;
  readonly email: string;
  readonly language: string | null;
  readonly week: string;
}

interface Product {
  readonly publicUrl: string;
  readonly brandName: string;
  readonly defaultLanguage: Language;
}

/** A digest names this many documents, the most urgent first. */
const digestLines = 30;

/** Dates as text: the driver would read them as local midnights. */
const remindersSql = `select account_id, email, language, document_id, threshold, kind, owner_name,
  expires_on::text as expires_on from private.due_document_reminders()`;
const digestsSql = `select account_id, email, language, week::text as week from private.due_document_digests()`;
const urgentSql = `select d.kind, d.owner_name, d.expires_on::text as expires_on, count(*) over ()::integer as total
  from public.document_list d where d.verified_at is not null and d.days_left <= 30
  order by d.expires_on, d.owner_name limit ${digestLines}`;

/** Notes the reminders as sent; gives those that no other process has noted. */
const noteRemindersSql = `insert into private.document_reminders (document_id, account_id, threshold, expires_on)
  select d, $1, t, e from unnest($2::uuid[], $3::integer[], $4::date[]) as sent (d, t, e)
  on conflict do nothing returning document_id`;
const noteDigestSql = `insert into private.document_digests (account_id, week) values ($1, $2)
  on conflict do nothing returning week`;

/** Sends one driver the reminders that are due, in one mail. Recording and sending share a transaction. */
async function remindDriver(tools: JobTools, product: Product, due: readonly DueReminder[]): Promise<void> {
  const [first] = due;
  if (!first) return;
  const language = isLanguage(first.language) ? first.language : product.defaultLanguage;
  await tools.db.transaction(async (transaction) => {
    const noted = await transaction.query<{ document_id: string }>(noteRemindersSql, [
      first.account_id,
      due.map((each) => each.document_id),
      due.map((each) => each.threshold),
      due.map((each) => each.expires_on),
    ]);
    const mine = due.filter((each) => noted.some(({ document_id: id }) => id === each.document_id));
    if (mine.length === 0) return;
    const texts = reminderTexts[language];
    await tools.sendNotice({
      kind: 'document_reminder',
      to: first.email,
      language,
      subject: texts.subject(mine.length),
      heading: texts.heading,
      text: [texts.intro, ...mine.map((each) => line(each, language, tools.now)), texts.outro].join('\n'),
      button: texts.open(product.brandName),
      link: product.publicUrl,
    });
  });
}

function line(
  { kind, owner_name: owner, expires_on: day }: ReminderLine,
  language: Language,
  now: Date,
): string {
  return `• ${kind} · ${owner} · ${reminderTexts[language].when(formatDay(day, language), daysUntil(day, now))}`;
}

/** Sends one administrator the digest of the week. */
async function sendDigest(
  tools: JobTools,
  product: Product,
  due: DueDigest,
  urgent: readonly (ReminderLine & { readonly total: number })[],
): Promise<void> {
  const language = staffLanguageOf(isLanguage(due.language) ? due.language : product.defaultLanguage);
  const texts = digestTexts[language];
  const total = urgent[0]?.total ?? 0;
  await tools.db.transaction(async (transaction) => {
    if ((await transaction.query(noteDigestSql, [due.account_id, due.week])).length === 0) return;
    const lines = urgent.map((each) => line(each, language, tools.now));
    await tools.sendNotice({
      kind: 'document_digest',
      to: due.email,
      language,
      subject: texts.subject(total),
      heading: texts.heading,
      text: [texts.intro(total), ...listLines(lines, total, language)].join('\n'),
      button: texts.open,
      link: `${product.publicUrl}/?section=documents&view=list`,
    });
  });
}

async function digestTasks(tools: JobTools, product: Product, db: OwnerAccess): Promise<readonly MailTask[]> {
  const digests = await db.query<DueDigest>(digestsSql);
  if (digests.length === 0) return [];
  const urgent = await db.query<ReminderLine & { readonly total: number }>(urgentSql);
  return urgent.length === 0 ? [] : digests.map((due) => () => sendDigest(tools, product, due, urgent));
}

/**
 * Mails drivers when a document expires within 30, 14 and 7 days, and administrators a digest each week. Each goes out once,
 * on the first day after it was due on which the server runs; of several missed thresholds only the newest.
 */
export function documentReminders(product: Product): ProductJob {
  return mailJob('document_reminders', 'hour', async (tools) => {
    if (!isMailHour(tools.now)) return [];
    const due = await tools.db.query<DueReminder>(remindersSql);
    const drivers = Map.groupBy(due, ({ account_id: account }) => account);
    return [
      ...[...drivers.values()].map((own) => () => remindDriver(tools, product, own)),
      ...(await digestTasks(tools, product, tools.db)),
    ];
  });
}
