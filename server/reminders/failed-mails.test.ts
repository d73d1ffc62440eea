import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startMailServer } from '../../backend/testing/mail-server.ts';
import { startProductApp, type ProductApp } from '../testing/app.ts';

const open = new AsyncDisposableStack();
/** The responses of the mail server to recipients of these domains. */
const refusals: Readonly<Record<string, string>> = {
  'nowhere.example': '451 4.4.1 no server answers',
  'gone.example': '550 5.1.1 no such mailbox',
  'members.example': '530 5.7.0 sign in first',
};
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let server: ProductApp;
beforeAll(async () => {
  mailServer = open.use(await startMailServer((address) => refusals[address.split('@')[1]!]));
  const environment = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mailServer.port) };
  server = open.use(await startProductApp({ environment }));
});
afterAll(() => open.disposeAsync());

beforeEach(async () => {
  await server.context.db.query('delete from tickets');
  mailServer.mails.length = 0;
});

async function poll(): Promise<void> {
  await server.context.db.query('delete from platform.jobs');
  await server.context.jobs.runDue(new Date());
}

/** Adds as many requests, the first one the oldest, each with its own address, whose links wait since some hours ago. */
async function addRequests(count: number, domain: string, hours: number, network?: string): Promise<void> {
  await server.context.db.query(
    `with ticket as (
       insert into tickets (subject, kind, language, body, email, due_on, created_at)
       select 'rights', 'access', 'es', 'x', 'a' || n || '@' || $2, now(),
         now() - make_interval(hours => $3) + n * interval '1 ms'
       from generate_series(1, $1) as n returning id),
     request as (
       insert into rights_requests (id, person, channel, name, link_mail)
       select id, 'other', 'page', 'Ana', 'waiting' from ticket returning id)
     insert into private.waiting_links (request_id, network)
     select id, coalesce(decode($4, 'hex'), uuid_send(id)) from request`,
    [count, domain, hours, network],
  );
}

const linkStates = () =>
  server.context.db.query(
    `select split_part(email, '@', 2) as domain, link_mail, count(*)::integer from rights_request_list
     group by 1, 2 order by 1, 2`,
  );
const reached = () => mailServer.mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]);

test('links to addresses that no server takes delay none that is newer', async () => {
  await addRequests(120, 'nowhere.example', 3);
  await addRequests(1, 'example.cl', 1);
  await poll();
  await poll();
  expect(reached()).toContain('a1@example.cl');
  expect(await linkStates()).toEqual([
    { domain: 'example.cl', link_mail: 'sent', count: 1 },
    { domain: 'nowhere.example', link_mail: 'waiting', count: 120 },
  ]);
});

test('a link that no server has taken for two days is given up; one that was never tried is sent', async () => {
  await addRequests(1, 'nowhere.example', 49);
  await addRequests(1, 'example.cl', 49);
  await poll();
  expect(await linkStates()).toEqual([
    { domain: 'example.cl', link_mail: 'sent', count: 1 },
    { domain: 'nowhere.example', link_mail: 'failed', count: 1 },
  ]);
});

test('a link that the server refuses for good is given up at once; one that waits for the operator is not', async () => {
  await addRequests(1, 'gone.example', 0);
  await addRequests(1, 'members.example', 0);
  await poll();
  expect(await linkStates()).toEqual([
    { domain: 'gone.example', link_mail: 'failed', count: 1 },
    { domain: 'members.example', link_mail: 'waiting', count: 1 },
  ]);
});

test('a reply to an address that no server takes is given up after two days, a refused one at once', async () => {
  const { db } = server.context;
  for (const [hours, domain] of [
    [47, 'nowhere.example'],
    [49, 'nowhere.example'],
    [0, 'gone.example'],
  ] as const)
    await db.query(
      `with ticket as (
         insert into tickets (subject, kind, language, body, due_on, email)
         values ('case', 'lost', 'es', 'x', now(), $1), ('rights', 'access', 'es', 'x', now(), $1) returning id)
       insert into ticket_messages (ticket_id, kind, body, mail, created_at)
       select id, 'reply', 'x', 'waiting', now() - make_interval(hours => $2) from ticket`,
      [`b@${domain}`, hours],
    );
  await poll();
  for (const subject of ['case', 'rights'])
    expect(
      await db.query(
        `select m.mail from ticket_messages m join tickets t on t.id = m.ticket_id
         where t.subject = $1 order by m.created_at`,
        [subject],
      ),
    ).toEqual([{ mail: 'failed' }, { mail: 'waiting' }, { mail: 'failed' }]);
});

test('P5: links take from the share of strangers, oldest first and in turns between networks; the others wait', async () => {
  await addRequests(60, 'flood.example', 5, '01');
  await addRequests(1, 'honest.example', 1, '02');
  await poll();
  expect(await linkStates()).toEqual([
    { domain: 'flood.example', link_mail: 'sent', count: 10 },
    { domain: 'flood.example', link_mail: 'waiting', count: 50 },
    { domain: 'honest.example', link_mail: 'sent', count: 1 },
  ]);
  expect(reached()).toContain('a1@flood.example');
  await addRequests(80, 'others.example', 0);
  await poll();
  // Half of the hundred mails of an hour go to strangers; the tests before have sent two, and a little has come back.
  expect(mailServer.mails.length).toBeGreaterThan(45);
  expect(mailServer.mails.length).toBeLessThan(55);
  expect(reached().filter((address) => address!.endsWith('@flood.example'))).toHaveLength(10);
});
