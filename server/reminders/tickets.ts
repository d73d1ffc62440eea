import { isRefusedForGood, type JobTools, type ProductJob } from '../../backend/index.ts';
import { isLanguage, type Language } from '../../shared/languages.ts';
import { staffLanguageOf } from '../../shared/staff-languages.ts';
import { caseNotices, caseReplies } from './case-texts.ts';
import { mailJob, type MailTask } from './mail-job.ts';
import { rightsNotices, rightsReplies } from './rights-texts.ts';
import { formatDay, listLines, type NoticeTexts } from './texts.ts';

type Subject = 'case' | 'rights';

/** A ticket that an administrator has not had a mail about. */
interface DueNotice {
  readonly account_id: string;
  readonly email: string;
  readonly language: string | null;
  readonly ticket_id: string;
  readonly subject: Subject;
  readonly reason: 'new' | 'due';
  readonly number: string;
  readonly kind: string;
  readonly due_on: string;
}

/** A mail to the author of a ticket: a reply, or without a body the link that confirms the contact of a request. */
interface AuthorMail {
  readonly id: string;
  readonly subject: Subject;
  readonly body: string | null;
  readonly number: string;
  readonly email: string;
  readonly language: string;
  /** A keyed hash of the network that asked for a link; null for a reply, which staff have written. */
  readonly network: string | null;
}

interface MailProduct {
  readonly publicUrl: string;
  readonly defaultLanguage: Language;
}

/** The mail names and texts of each subject, and the section of the panel that a notice opens. */
const subjects = {
  case: {
    notice: 'case_notice',
    noticeTexts: caseNotices,
    section: 'cases',
    reply: 'case_reply',
    replyTexts: caseReplies,
  },
  rights: {
    notice: 'rights_notice',
    noticeTexts: rightsNotices,
    section: 'rights',
    reply: 'rights_reply',
    replyTexts: rightsReplies,
  },
} as const;

/** A notice names this many tickets, the first due ones, and counts the others. */
const noticeLines = 30;

const noticesSql = `select account_id, email, language, ticket_id, subject, reason, number, kind, due_on::text as due_on
  from private.due_ticket_notices()`;
/** Takes the account, and arrays of ids, reasons and days; returns those that no other process has noted. */
const noteNoticesSql = `insert into private.ticket_notices (ticket_id, account_id, reason, due_on)
  select t, $1, r, d from unnest($2::uuid[], $3::text[], $4::date[]) as sent (t, r, d)
  on conflict do nothing returning ticket_id`;

/** Newest first: mails that no server reaches wait for two days, and delay no later one. */
const repliesSql = `select m.id, t.subject, m.body, t.number, t.email, t.language, null as network
  from public.ticket_messages m join public.tickets t on t.id = m.ticket_id
  where m.mail = 'waiting' and t.email is not null order by m.created_at desc limit 100`;
/** Oldest first, in turns between the networks that asked; last those that the mail server did not take. */
const linksSql = `select r.id, 'rights' as subject, null as body, r.number, r.email, r.language,
    coalesce(encode(w.network, 'hex'), '') as network
  from public.rights_request_list r left join private.waiting_links w on w.request_id = r.id
  where r.link_mail = 'waiting'
  order by w.tried_at nulls first, row_number() over (partition by w.network order by r.created_at), r.created_at
  limit 100`;
/** Note the mail as sent, and make the secret of a request's link; no row when another process has noted it. */
const noteReplySql = `update public.ticket_messages set mail = 'sent' where id = $1 and mail = 'waiting'
  returning (select private.new_contact_link(t.id, 'email') from public.tickets t
    where t.id = ticket_id and t.subject = 'rights') as secret`;
const noteLinkSql = `with sent as (delete from private.waiting_links where request_id = $1)
  update public.rights_requests set link_mail = 'sent' where id = $1 and link_mail = 'waiting'
  returning private.new_contact_link(id, 'email') as secret`;
/**
 * Note the mail `$1` as failed: at once if the server refused it for good, which `$2` says, else when its retries have
 * lasted two days. A stranger or a typing error may have made the address up.
 */
const giveUpReplySql = `update public.ticket_messages set mail = 'failed'
  where id = $1 and mail = 'waiting' and ($2 or created_at < now() - interval '2 days')`;
const giveUpLinkSql = `with failed as (
    update public.rights_requests r set link_mail = 'failed' from public.tickets t
    where r.id = $1 and t.id = r.id and r.link_mail = 'waiting' and ($2 or t.created_at < now() - interval '2 days')
    returning r.id), gone as (delete from private.waiting_links w using failed where w.request_id = failed.id)
  update private.waiting_links w set tried_at = now()
  where w.request_id = $1 and not exists (select from failed)`;

/** The language of a reader, or else the installation's. */
const mailLanguage = (language: string | null, { defaultLanguage }: MailProduct): Language =>
  isLanguage(language) ? language : defaultLanguage;

/** Sends an administrator one mail about all that is due of one subject. Recording and sending share a transaction. */
async function notify(tools: JobTools, product: MailProduct, due: readonly DueNotice[]): Promise<void> {
  const [first] = due;
  if (!first) return;
  const language = staffLanguageOf(mailLanguage(first.language, product));
  const { notice, noticeTexts, section } = subjects[first.subject];
  const texts: NoticeTexts = noticeTexts[language];
  await tools.db.transaction(async (transaction) => {
    const noted = await transaction.query<{ ticket_id: string }>(noteNoticesSql, [
      first.account_id,
      due.map((each) => each.ticket_id),
      due.map((each) => each.reason),
      due.map((each) => each.due_on),
    ]);
    const mine = due.filter((each) => noted.some(({ ticket_id: id }) => id === each.ticket_id));
    if (mine.length === 0) return;
    const urgent = mine.filter(({ reason }) => reason === 'due').length;
    const subject = urgent > 0 ? texts.dueSubject(urgent) : texts.newSubject(mine.length);
    const line = ({ number, kind, due_on: day }: DueNotice) =>
      `• ${number} · ${texts.kinds[kind]} · ${texts.until(formatDay(day, language))}`;
    await tools.sendNotice({
      kind: notice,
      to: first.email,
      language,
      subject,
      heading: subject,
      text: listLines(mine.slice(0, noticeLines).map(line), mine.length, language).join('\n'),
      button: texts.open,
      link: `${product.publicUrl}/?section=${section}`,
    });
  });
}

/** Subject, text and kind of a mail to an author. A link's mail holds no word of the request: its author may have typed somebody else's address. */
function authorTexts({ subject, body, number }: AuthorMail, language: Language) {
  if (body !== null) {
    const { reply, replyTexts } = subjects[subject];
    return { kind: reply, title: replyTexts[language].replySubject(number), text: body };
  }
  const texts = rightsReplies[language];
  return { kind: 'rights_link', title: texts.linkSubject(number), text: texts.linkText };
}

/**
 * Mails the contact of a ticket, and nobody else. The phone that wrote a case has its page in the list of /help, because the
 * server does not know the page's secret; a request gets a link of its own, which also confirms the contact.
 */
async function sendToAuthor(tools: JobTools, product: MailProduct, mail: AuthorMail): Promise<void> {
  const language = mailLanguage(mail.language, product);
  const { kind, title, text } = authorTexts(mail, language);
  await tools.db.transaction(async (transaction) => {
    const sql = mail.body === null ? noteLinkSql : noteReplySql;
    const [noted] = await transaction.query<{ secret: string | null }>(sql, [mail.id]);
    if (!noted) return;
    const page =
      noted.secret === null ? `/help?lang=${language}` : `/rights/request?lang=${language}#${noted.secret}`;
    await tools.sendNotice({
      kind,
      to: mail.email,
      language,
      subject: title,
      heading: title,
      text,
      button: subjects[mail.subject].replyTexts[language].openPage,
      link: product.publicUrl + page,
    });
  });
}

/** The task that mails an author, or gives the mail up. Its error is the mail server's. */
const authorTask =
  (tools: JobTools, product: MailProduct, mail: AuthorMail): MailTask =>
  async () => {
    // Links wait while their share is used up; a stranger writes no reply.
    const counted = mail.network === null ? undefined : await tools.countMail(mail.email, mail.network);
    try {
      await sendToAuthor(tools, product, mail);
    } catch (error) {
      await counted?.refund();
      const giveUp = mail.body === null ? giveUpLinkSql : giveUpReplySql;
      await tools.db.query(giveUp, [mail.id, isRefusedForGood(error)]);
      throw error;
    }
  };

/**
 * Mails administrators about new tickets and about those that are nearly due, each once, and the authors the replies that
 * staff send by mail, and the links that confirm the address of a request.
 */
export function ticketMails(product: MailProduct): ProductJob {
  return mailJob('ticket_mails', 'minute', async (tools) => {
    const links = await tools.db.query<AuthorMail>(linksSql);
    const notices = await tools.db.query<DueNotice>(noticesSql);
    const replies = await tools.db.query<AuthorMail>(repliesSql);
    const groups = Map.groupBy(notices, ({ account_id: account, subject }) => `${subject} ${account}`);
    return [
      ...links.map((link) => authorTask(tools, product, link)),
      ...[...groups.values()].map((due) => () => notify(tools, product, due)),
      ...replies.map((reply) => authorTask(tools, product, reply)),
    ];
  });
}
