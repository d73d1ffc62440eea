import { beforeEach, afterAll, beforeAll, expect, test } from 'vitest';
import { messagesTo } from '../../backend/testing/outbox.ts';
import { chileanDay } from '../../shared/chile/time.ts';
import { startProductApp, type ProductApp } from '../testing/app.ts';
import { documentReminders } from './reminders.ts';

let server: ProductApp;
/** By day in Chile. */
const noon = new Date(`${chileanDay(new Date())}T16:00:00Z`);
const night = new Date(`${chileanDay(new Date())}T06:00:00Z`);

beforeAll(async () => {
  server = await startProductApp({ environment: { METRICS_TOKEN: 'metrics-token-of-the-test' } });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.context.db.query('delete from documents');
  await server.context.db.query('delete from private.document_digests');
  await Promise.all([newMails('carla'), newMails('diego')]);
});

/** Gives diego a licence that expires in so many days. */
async function licence(days: number, kind = 'Licencia A1'): Promise<void> {
  await server.context.db.query(
    `insert into documents (kind_id, driver_id, expires_on)
     select id, $1, private.chile_today() + $2::integer from document_kinds where name = $3`,
    [server.as('diego').driverId, days, kind],
  );
}

/** Lets every process that looks at this moment find the job due. */
async function poll(now = noon): Promise<void> {
  await server.context.db.query('delete from platform.jobs');
  await server.context.jobs.runDue(now);
}

const email = (name: 'carla' | 'diego') =>
  server.context.db
    .query<{ email: string }>('select email from auth.users where id = $1', [server.as(name).userId])
    .then(([account]) => account!.email);

/** Subjects of the mails that somebody got since the last call. */
const seen = new Map<string, number>();
async function newMails(name: 'carla' | 'diego') {
  const address = await email(name);
  const all = await messagesTo(server, address);
  const fresh = all.slice(seen.get(address) ?? 0);
  seen.set(address, all.length);
  return fresh;
}

const countMail = async () => ({ refund: async () => {} });

test('a driver is reminded at 30, 14 and 7 days, once each, also days later and after a renewal', async () => {
  await licence(25);
  await poll();
  await poll();
  expect(await newMails('diego')).toMatchObject([{ subject: 'Un documento está por vencer' }]);
  // The server was off when the document passed 14 days: only the newest threshold goes out.
  await server.context.db.query('update documents set expires_on = expires_on - 20');
  await server.context.db.query('update private.document_reminders set expires_on = expires_on - 20');
  await poll();
  await poll();
  const [reminder, ...more] = await newMails('diego');
  expect([reminder?.content, more]).toEqual([expect.stringContaining('Licencia A1 · diego · vence el'), []]);
  expect(reminder?.content).toContain('(en 5 días)');
  await server.context.db.query('update documents set expires_on = expires_on + 365');
  await poll();
  expect(await newMails('diego')).toEqual([]);
});

test('the documents of a vehicle remind its active drivers; who left is reminded of nothing', async () => {
  const { db } = server.context;
  const diego = server.as('diego').driverId;
  await db.query(
    `with vehicle as (insert into vehicles (license_plate) values ('TAXI01') returning id),
       assigned as (insert into vehicle_drivers select id, $1 from vehicle)
     insert into documents (kind_id, vehicle_id, expires_on)
     select k.id, vehicle.id, private.chile_today() + 5 from document_kinds k, vehicle where k.name = 'SOAP'`,
    [diego],
  );
  await licence(6);
  await db.query('update drivers set left_at = now() where id = $1', [diego]);
  await poll();
  expect(await newMails('diego')).toEqual([]);
  await db.query('update drivers set left_at = null, approved_at = null where id = $1', [diego]);
  await poll();
  const [waiting] = await newMails('diego');
  expect(waiting?.content).toContain('Licencia A1');
  expect(waiting?.content).not.toContain('TAXI01');
  await db.query('update drivers set approved_at = now() where id = $1', [diego]);
  await poll();
  expect((await newMails('diego')).map(({ content }) => content)).toEqual([expect.stringContaining('SOAP')]);
  await db.query('delete from vehicles');
});

test('several documents of a driver make one mail, and one that waits to be verified silences its kind', async () => {
  await licence(6);
  await licence(12, 'Licencia A2');
  await poll();
  const [mail, ...more] = await newMails('diego');
  expect([mail?.subject, more]).toEqual(['2 documentos están por vencer', []]);
  await server.context.db.query('delete from documents');
  await licence(6);
  const kind = await server.context.db.query<{ id: string }>(
    `select id from document_kinds where name = 'Licencia A1'`,
  );
  const sent = await server.as('diego').request('/rest/v1/documents', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      kind_id: kind[0]!.id,
      driver_id: server.as('diego').driverId,
      expires_on: '2090-01-01',
    }),
  });
  expect(sent.status).toBe(201);
  await poll();
  expect(await newMails('diego')).toEqual([]);
});

test('administrators get one digest a week, and none when nothing expires', async () => {
  await poll();
  expect(await newMails('carla')).toEqual([]);
  await licence(-2);
  await licence(20, 'Licencia A2');
  await licence(200, 'Licencia A3');
  await poll();
  await poll();
  const [digest, ...more] = await newMails('carla');
  expect([digest?.subject, more]).toEqual(['Vencimientos de la semana: 2', []]);
  expect(digest?.content).toContain('Licencia A1 · diego · venció el');
  expect(digest?.content).not.toContain('Licencia A3');
});

test('an administrator who speaks German gets the digest in English, a driver the reminder in German', async () => {
  const { db } = server.context;
  await licence(20);
  const speak = (language: string | null) =>
    db.query(
      `update auth.users set raw_user_meta_data = raw_user_meta_data || jsonb_build_object('language', $2::text)
       where id = any($1)`,
      [[server.as('carla').userId, server.as('diego').userId], language],
    );
  await speak('de');
  try {
    await poll();
  } finally {
    await speak(null);
  }
  const [digest] = await newMails('carla');
  expect(digest).toMatchObject({ subject: 'Documents expiring this week and soon: 1' });
  expect(digest?.content).toContain('Licencia A1 · diego · expires on ');
  expect(await newMails('diego')).toMatchObject([{ subject: 'Ein Dokument läuft bald ab' }]);
});

test('processes that look at the same moment send each mail once, and none at night', async () => {
  await licence(3);
  await poll(night);
  expect(await newMails('diego')).toEqual([]);
  const { db, mail, config, options } = server.context;
  const job = documentReminders({
    publicUrl: config.publicUrl,
    brandName: options.brandName,
    defaultLanguage: 'en',
  });
  const run = () => job.run({ db, now: noon, countMail, sendNotice: (notice) => mail.sendNotice(notice) });
  await Promise.all([run(), run(), run()]);
  expect(await newMails('diego')).toHaveLength(1);
  expect(await newMails('carla')).toMatchObject([{ subject: 'Documents expiring this week and soon: 1' }]);
});

test('a mail that fails is sent later, others go out, and the metrics show both', async () => {
  await licence(3);
  const { db, mail, config, options } = server.context;
  const job = documentReminders({
    publicUrl: config.publicUrl,
    brandName: options.brandName,
    defaultLanguage: 'es',
  });
  const diego = await email('diego');
  const failing = job.run({
    db,
    now: noon,
    countMail,
    sendNotice: (notice) =>
      notice.to === diego ? Promise.reject(new Error('550 no such mailbox')) : mail.sendNotice(notice),
  });
  await expect(failing).rejects.toThrow('1 of 2 mails were not sent: 550 no such mailbox');
  expect([await newMails('diego'), await newMails('carla')]).toMatchObject([[], [{}]]);
  await poll();
  expect([await newMails('diego'), await newMails('carla')]).toMatchObject([[{}], []]);
  const headers = { authorization: 'Bearer metrics-token-of-the-test' };
  const metrics = await (await server.request('/metrics', { headers })).text();
  expect(metrics).toMatch(/transfer_job_last_success_timestamp_seconds\{job="document_reminders"\} \d{10}/);
  expect(metrics).toContain('transfer_job_failures_total{job="document_reminders"} 0');
});
