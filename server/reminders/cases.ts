import type { JobTools, ProductJob } from '../../backend/index.ts';
import { caseTexts } from './case-texts.ts';
import { mailJob } from './mail-job.ts';
import {
  giveUpSql,
  mailLanguage,
  noticeTasks,
  sendOrGiveUp,
  type DueNotice,
  type MailProduct,
  type NoticeSubject,
  type WaitingReply,
} from './notices.ts';

const noticesSql = `select account_id, email, language, case_id as subject_id, reason, number, kind, due_on::text as due_on
  from private.due_case_notices()`;
/** Newest first: mails that no server reaches wait for two days, and delay no later one. */
const repliesSql = `select m.id, m.body, c.number, c.email, c.language
  from public.case_messages m join public.cases c on c.id = m.case_id
  where m.mail = 'waiting' and c.email is not null order by m.created_at desc limit 100`;
const noteReplySql = `update public.case_messages set mail = 'sent' where id = $1 and mail = 'waiting' returning id`;
const giveUpReplySql = giveUpSql('public.case_messages', 'mail');

/** The mails to administrators about cases. */
const aboutCases: NoticeSubject = {
  mailKind: 'case_notice',
  noteSql: `insert into private.case_notices (case_id, account_id, reason, due_on)
    select c, $1, r, d from unnest($2::uuid[], $3::text[], $4::date[]) as sent (c, r, d)
    on conflict do nothing returning case_id as subject_id`,
  texts: caseTexts,
  section: 'cases',
};

/** Mails a reply to the contact of its own case, and to nobody else. */
async function mailReply(tools: JobTools, product: MailProduct, reply: WaitingReply): Promise<void> {
  const language = mailLanguage(reply.language, product);
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
export function caseMails(product: MailProduct): ProductJob {
  return mailJob('case_mails', 'minute', async (tools) => {
    const notices = await tools.db.query<DueNotice>(noticesSql);
    const replies = await tools.db.query<WaitingReply>(repliesSql);
    return [
      ...noticeTasks(tools, product, aboutCases, notices),
      ...replies.map(
        (reply) => () =>
          sendOrGiveUp(tools, giveUpReplySql, reply.id, () => mailReply(tools, product, reply)),
      ),
    ];
  });
}
