import type { JobTools, ProductJob } from '../../backend/index.ts';
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
import { rightsTexts } from './rights-texts.ts';

const noticesSql = `select account_id, email, language, subject_id, reason, number, kind, due_on::text as due_on
  from private.due_rights_notices()`;
/** Newest first: mails that no server reaches wait for two days, and delay no later one. */
const repliesSql = `select m.id, m.body, r.number, r.email, r.language
  from public.rights_messages m join public.rights_requests r on r.id = m.request_id
  where m.mail = 'waiting' and r.email is not null order by m.created_at desc limit 100`;
const linksSql = `select r.id, r.number, r.email, r.language from public.rights_requests r
  where r.link_mail = 'waiting' order by r.created_at desc limit 100`;
/** Note the mail as sent and make the secret of its link; no row when another process has noted it. */
const noteReplySql = `update public.rights_messages set mail = 'sent' where id = $1 and mail = 'waiting'
  returning private.new_contact_link(request_id, 'email') as secret`;
const noteLinkSql = `update public.rights_requests set link_mail = 'sent' where id = $1 and link_mail = 'waiting'
  returning private.new_contact_link(id, 'email') as secret`;
const giveUpReplySql = giveUpSql('public.rights_messages', 'mail');
const giveUpLinkSql = giveUpSql('public.rights_requests', 'link_mail');

/** The mails to administrators about requests. */
const aboutRequests: NoticeSubject = {
  mailKind: 'rights_notice',
  noteSql: `insert into private.rights_notices (request_id, account_id, reason, due_on)
    select c, $1, r, d from unnest($2::uuid[], $3::text[], $4::date[]) as sent (c, r, d)
    on conflict do nothing returning request_id as subject_id`,
  texts: rightsTexts,
  section: 'rights',
};

/** A mail to the author of a request: a reply, or without a body the link that confirms the contact. */
type AuthorMail = Omit<WaitingReply, 'body'> & { readonly body: string | null };

/**
 * Mails the contact of a request, with a link to its page that also confirms the contact. The link's mail holds no word of
 * the request, whose author may have typed somebody else's address.
 */
async function sendToAuthor(tools: JobTools, product: MailProduct, mail: AuthorMail): Promise<void> {
  const language = mailLanguage(mail.language, product);
  const texts = rightsTexts[language];
  const subject = mail.body === null ? texts.linkSubject(mail.number) : texts.replySubject(mail.number);
  await tools.db.transaction(async (transaction) => {
    const sql = mail.body === null ? noteLinkSql : noteReplySql;
    const [noted] = await transaction.query<{ secret: string }>(sql, [mail.id]);
    if (!noted) return;
    await tools.sendNotice({
      kind: mail.body === null ? 'rights_link' : 'rights_reply',
      to: mail.email,
      language,
      subject,
      heading: subject,
      text: mail.body ?? texts.linkText,
      button: texts.openPage,
      link: `${product.publicUrl}/rights/request?lang=${language}#${noted.secret}`,
    });
  });
}

/** The task that mails the contact of a request. */
const mailAuthor = (tools: JobTools, product: MailProduct, mail: AuthorMail) => () =>
  sendOrGiveUp(tools, mail.body === null ? giveUpLinkSql : giveUpReplySql, mail.id, () =>
    sendToAuthor(tools, product, mail),
  );

/**
 * Mails administrators about new requests and about those whose deadline is within seven days, each once, and the authors
 * the link that confirms their address and the replies.
 */
export function rightsMails(product: MailProduct): ProductJob {
  return mailJob('rights_mails', 'minute', async (tools) => {
    const notices = await tools.db.query<DueNotice>(noticesSql);
    const links = await tools.db.query<Omit<WaitingReply, 'body'>>(linksSql);
    const replies = await tools.db.query<WaitingReply>(repliesSql);
    return [
      ...links.map((link) => mailAuthor(tools, product, { ...link, body: null })),
      ...noticeTasks(tools, product, aboutRequests, notices),
      ...replies.map((reply) => mailAuthor(tools, product, reply)),
    ];
  });
}
