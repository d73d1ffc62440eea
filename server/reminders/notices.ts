import { isRefusedForGood, type JobTools } from '../../backend/index.ts';
import { isLanguage, type Language } from '../../shared/languages.ts';
import type { MailTask } from './mail-job.ts';
import { formatDay, listLines } from './texts.ts';

/** A case or a request that an administrator has not had a mail about. */
export interface DueNotice {
  readonly account_id: string;
  readonly email: string;
  readonly language: string | null;
  readonly subject_id: string;
  readonly reason: 'new' | 'due';
  readonly number: string;
  readonly kind: string;
  readonly due_on: string;
}

/** The texts of the mails to administrators. */
export interface NoticeTexts {
  readonly kinds: Readonly<Record<string, string>>;
  readonly newSubject: (count: number) => string;
  readonly dueSubject: (count: number) => string;
  readonly until: (day: string) => string;
  readonly open: string;
}

/** The things that a mail is about: how it is noted as sent, its texts, and the section of the panel that it opens. */
export interface NoticeSubject {
  readonly mailKind: string;
  /** Takes the account, and arrays of ids, reasons and days; returns the `subject_id` of those that no process has noted. */
  readonly noteSql: string;
  readonly texts: Readonly<Record<Language, NoticeTexts>>;
  readonly section: string;
}

/** A reply that waits to be mailed. */
export interface WaitingReply {
  readonly id: string;
  readonly body: string;
  readonly number: string;
  readonly email: string;
  readonly language: string;
}

export interface MailProduct {
  readonly publicUrl: string;
  readonly defaultLanguage: Language;
}

/** A mail names this many cases or requests, the first due ones, and counts the others. */
const noticeLines = 30;

/** The language of a reader, or else the installation's. */
export const mailLanguage = (language: string | null, { defaultLanguage }: MailProduct): Language =>
  isLanguage(language) ? language : defaultLanguage;

/** Sends one administrator one mail about all that is due. The note and the mail stand or fall together. */
async function notify(
  tools: JobTools,
  product: MailProduct,
  about: NoticeSubject,
  due: readonly DueNotice[],
): Promise<void> {
  const [first] = due;
  if (!first) return;
  const language = mailLanguage(first.language, product);
  const texts = about.texts[language];
  await tools.db.transaction(async (transaction) => {
    const noted = await transaction.query<{ subject_id: string }>(about.noteSql, [
      first.account_id,
      due.map((each) => each.subject_id),
      due.map((each) => each.reason),
      due.map((each) => each.due_on),
    ]);
    const mine = due.filter((each) => noted.some(({ subject_id: id }) => id === each.subject_id));
    if (mine.length === 0) return;
    const urgent = mine.filter(({ reason }) => reason === 'due').length;
    const subject = urgent > 0 ? texts.dueSubject(urgent) : texts.newSubject(mine.length);
    const line = ({ number, kind, due_on: day }: DueNotice) =>
      `• ${number} · ${texts.kinds[kind]} · ${texts.until(formatDay(day, language))}`;
    await tools.sendNotice({
      kind: about.mailKind,
      to: first.email,
      language,
      subject,
      heading: subject,
      text: listLines(mine.slice(0, noticeLines).map(line), mine.length, language).join('\n'),
      button: texts.open,
      link: `${product.publicUrl}/?section=${about.section}`,
    });
  });
}

/** The tasks that mail each administrator about all that is due, in one mail. */
export function noticeTasks(
  tools: JobTools,
  product: MailProduct,
  about: NoticeSubject,
  notices: readonly DueNotice[],
): readonly MailTask[] {
  const administrators = Map.groupBy(notices, ({ account_id: account }) => account);
  return [...administrators.values()].map((own) => () => notify(tools, product, about, own));
}

/**
 * A statement that notes the mail `$1` of this table as failed: at once if the server refused it for good, which `$2` says,
 * else when its retries have lasted two days. A stranger or a typing error may have made the address up.
 */
export const giveUpSql = (table: string, column: 'mail' | 'link_mail'): string =>
  `update ${table} set ${column} = 'failed'
   where id = $1 and ${column} = 'waiting' and ($2 or created_at < now() - interval '2 days')`;

/**
 * Sends a mail, or gives it up.
 * @param giveUp a statement of `giveUpSql`
 * @throws Error of the mail server
 */
export async function sendOrGiveUp(
  tools: JobTools,
  giveUp: string,
  id: string,
  send: () => Promise<void>,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    await tools.db.query(giveUp, [id, isRefusedForGood(error)]);
    throw error;
  }
}
