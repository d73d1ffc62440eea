import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messagesTo } from '../../backend/testing/outbox.ts';
import { chileanDay } from '../../shared/chile/time.ts';
import { startProductApp, type ProductApp } from '../testing/app.ts';

let server: ProductApp;
/** By day in Chile. */
const noon = new Date(`${chileanDay(new Date())}T16:00:00Z`);
const night = new Date(`${chileanDay(new Date())}T06:00:00Z`);
beforeAll(async () => {
  server = await startProductApp();
  // The day on which the tests run decides nothing: they are in the first half of a month.
  await server.context.db.query(
    `create or replace function private.chile_today() returns date language sql stable set search_path = ''
     as $$ select date '2026-12-03' $$`,
  );
});
afterAll(() => server[Symbol.asyncDispose]());

const query = (sql: string) => server.context.db.query<{ email: string }>(sql);
let administrator = '';
let before = 0;

beforeEach(async () => {
  await query('delete from reviews');
  await query('delete from private.report_mails');
  await query(`update private.settings set value = 'true' where name = 'report_mail'`);
  const [carla] = await query(`select email from auth.users where id = '${server.as('carla').userId}'`);
  administrator = carla!.email;
  before = (await messagesTo(server, administrator)).length;
});

const addReviews = () =>
  query(
    `insert into reviews (rating, created_at) values (5, '2026-11-05T12:00Z'), (2, '2026-11-30T12:00Z'), (4, '2026-10-20T12:00Z')`,
  );
const newMails = async () => (await messagesTo(server, administrator)).slice(before);

async function poll(now = noon): Promise<void> {
  await query('delete from platform.jobs');
  await server.context.jobs.runDue(now);
}

test('an administrator gets the figures of last month once, beside the month before', async () => {
  await addReviews();
  await poll();
  await poll();
  const [mail, ...more] = await newMails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ subject: 'Informe de noviembre de 2026' });
  expect(mail!.content).toContain('Calificaciones: 2 (antes 1)');
  expect(mail!.content).toContain('Promedio: 3,5 (antes 4,0)');
  expect(mail!.content).toContain('?section=report');
});

test('the figures wait for the morning, and hold the ratings that arrive in the night', async () => {
  await addReviews();
  await poll(night);
  expect(await newMails()).toEqual([]);
  await query(`insert into reviews (rating, created_at) values (5, '2026-11-30T23:50Z')`);
  await poll();
  const [mail, ...more] = await newMails();
  expect(more).toEqual([]);
  expect(mail!.content).toContain('Calificaciones: 3 (antes 1)');
});

test('nobody gets a mail about a month without anything, nor while the setting is off', async () => {
  await poll();
  await addReviews();
  await query(`update private.settings set value = 'false' where name = 'report_mail'`);
  await poll();
  expect(await newMails()).toEqual([]);
});
