import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messagesTo } from '../../backend/testing/outbox.ts';
import { startProductApp, type ProductApp } from '../testing/app.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const passenger = 'anna@example.de';
let administrator = '';
/** Mails that somebody got before the test. */
let before: Readonly<Record<string, number>> = {};

beforeEach(async () => {
  await server.context.db.query('delete from tickets; delete from private.ticket_openings');
  const [carla] = await server.context.db.query<{ email: string }>(
    'select email from auth.users where id = $1',
    [server.as('carla').userId],
  );
  administrator = carla!.email;
  before = {
    [administrator]: (await messagesTo(server, administrator)).length,
    [passenger]: (await messagesTo(server, passenger)).length,
  };
});

const newMails = async (address: string) => (await messagesTo(server, address)).slice(before[address]);

const rpc = (name: string, body: object, as?: 'carla') => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const path = `/rest/v1/rpc/${name}`;
  return as ? server.as(as).request(path, init) : server.request(path, init);
};

async function open(fields: object = {}): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const words = { body: 'Mein Handy liegt im Auto.', consent: true, language: 'de' };
  expect((await rpc('open_case', { secret, kind: 'lost', ...words, ...fields })).status).toBe(200);
  const [row] = await server.context.db.query<{ id: string }>(
    'select id from tickets order by sequence desc limit 1',
  );
  return row!.id;
}

async function poll(): Promise<void> {
  await server.context.db.query('delete from platform.jobs');
  await server.context.jobs.runDue(new Date());
}

test('administrators get one mail about new cases, and one before the deadline', async () => {
  const id = await open({ email: passenger });
  await open();
  await poll();
  await poll();
  expect(await newMails(administrator)).toMatchObject([{ subject: '2 casos nuevos' }]);
  // The passenger gets no mail by writing: the address may be somebody else’s.
  expect(await newMails(passenger)).toEqual([]);
  await server.context.db.query(
    `update tickets set created_at = now() - interval '4 days', due_on = private.chile_today() where id = $1`,
    [id],
  );
  await poll();
  await poll();
  expect((await newMails(administrator)).map(({ subject }) => subject)).toEqual([
    '2 casos nuevos',
    'Un pasajero espera respuesta',
  ]);
});

test('a mail names 30 cases that are due, counts the others, and says how many passengers wait', async () => {
  await server.context.db.query(
    `insert into tickets (subject, kind, language, body, created_at, due_on)
     select 'case', 'lost', 'es', 'Mi teléfono', now() - interval '4 days', private.chile_today() from generate_series(1, 32)`,
  );
  await poll();
  await poll();
  const [mail, ...more] = await newMails(administrator);
  expect([mail!.subject, more]).toEqual(['32 pasajeros esperan respuesta', []]);
  expect(new Set(mail!.content.match(/\d{6} · Objeto perdido/g))).toHaveLength(30);
  expect(mail!.content).toContain('Y 2 más.');
});

test('a reply goes once by mail, in the passenger’s language, and its markup is text', async () => {
  const id = await open({ email: passenger });
  const reply = 'Wir haben es gefunden. <b onmouseover=alert(1)>';
  const sent = { id: randomUUID(), ticket_id: id, reply, by_mail: true };
  await rpc('send_ticket_reply', sent, 'carla');
  const onPage = { id: randomUUID(), ticket_id: id, reply: 'Nur auf der Seite.' };
  await rpc('send_ticket_reply', onPage, 'carla');
  await poll();
  // The office presses again: the response was lost.
  await rpc('send_ticket_reply', sent, 'carla');
  await poll();
  const [mail, ...more] = await newMails(passenger);
  expect(more).toEqual([]);
  expect(mail!.subject).toMatch(/^Antwort auf Ihre Anfrage \d{6}$/);
  expect(mail!.content).toContain('Wir haben es gefunden.');
});

test('a case without an address gets no mail', async () => {
  const id = await open({ phone: '+49 151 23456789' });
  const reply = { id: randomUUID(), ticket_id: id, reply: 'Gefunden.', by_mail: true };
  await rpc('send_ticket_reply', reply, 'carla');
  await poll();
  expect(await newMails(passenger)).toEqual([]);
});
