import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messagesTo } from '../../backend/testing/outbox.ts';
import { startProductApp, type ProductApp } from '../testing/app.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const author = 'anna@example.de';
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
    [author]: (await messagesTo(server, author)).length,
  };
});

const newMails = async (address: string) => (await messagesTo(server, address)).slice(before[address]);

async function call(name: string, body: object, as?: 'carla'): Promise<unknown> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const path = `/rest/v1/rpc/${name}`;
  const response = await (as ? server.as(as).request(path, init) : server.request(path, init));
  const text = await response.text();
  expect([response.status, text]).toEqual([expect.toBeOneOf([200, 204]), text]);
  return text === '' ? null : JSON.parse(text);
}

async function open(contact: object = { email: author }): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const words = { kind: 'erasure', person: 'passenger', name: 'Anna', body: 'Geheim', language: 'de' };
  await call('open_rights_request', { secret, ...words, ...contact });
  const [row] = await server.context.db.query<{ id: string }>(
    'select id from tickets order by sequence desc limit 1',
  );
  return row!.id;
}

async function poll(): Promise<void> {
  await server.context.db.query('delete from platform.jobs');
  await server.context.jobs.runDue(new Date());
}

test('an address gets one link in the author’s language, without a word of the request, and it confirms', async () => {
  await open();
  await open({ phone: '+4915123456789' });
  await poll();
  await poll();
  const [mail, ...more] = await newMails(author);
  expect(more).toEqual([]);
  expect(mail!.subject).toMatch(/^Bestätigen Sie Ihren Antrag \d{6}$/);
  expect(mail!.content).not.toMatch(/Geheim|Anna/);
  const secret = /\/rights\/request\?lang=de#([0-9a-f]{64})/.exec(mail!.content)![1];
  await call('confirm_rights_request', { secret });
  const confirmed = await server.context.db.query(
    'select email from rights_request_list where confirmed_at is not null',
  );
  expect(confirmed).toEqual([{ email: author }]);
});

test('administrators get one mail about new requests, and one when seven days are left', async () => {
  const id = await open({ phone: '+4915123456789' });
  await open({ phone: '+4915123456789' });
  await poll();
  await poll();
  const subjects = async () => (await newMails(administrator)).map(({ subject }) => subject);
  expect(await subjects()).toEqual(['2 solicitudes nuevas sobre datos personales']);
  await server.context.db.query(
    `update tickets set created_at = now() - interval '23 days', due_on = private.chile_today() + 7
     where id = $1`,
    [id],
  );
  await poll();
  await poll();
  expect(await subjects()).toEqual([
    '2 solicitudes nuevas sobre datos personales',
    'Vence el plazo de una solicitud sobre datos personales',
  ]);
  // A longer deadline makes no new request of an old one.
  await server.context.db.query('update tickets set due_on = due_on + 30');
  await poll();
  expect(await subjects()).toHaveLength(2);
});

test('a reply goes once by mail with a link to its page', async () => {
  const id = await open();
  await poll();
  const sent = { ticket_id: id, reply: 'Gelöscht. <b>', by_mail: true, outcome: 'granted' };
  const reply = { id: randomUUID(), ...sent };
  await call('send_ticket_reply', reply, 'carla');
  await poll();
  // The administrator presses again: the response was lost.
  await call('send_ticket_reply', reply, 'carla');
  await poll();
  const [, mail, ...more] = await newMails(author);
  expect(more).toEqual([]);
  expect(mail!.subject).toMatch(/^Antwort auf Ihren Antrag \d{6}$/);
  expect(mail!.content).toContain('Gelöscht.');
  expect(mail!.content).toMatch(/\/rights\/request\?lang=de#[0-9a-f]{64}/);
});
