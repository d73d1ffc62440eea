import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chileanDay } from '../../shared/chile/time.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.context.db.query(
    'delete from tickets; delete from breaches; delete from private.ticket_openings',
  );
});

const newSecret = () => randomBytes(32).toString('base64url');
type Person = 'diego' | 'elena' | 'carla' | 'nora';

/** Calls a function without an account from an address, or as a person. */
async function call(name: string, body: object, caller: Person | `${number}${string}` = '203.0.113.7') {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const path = `/rest/v1/rpc/${name}`;
  const isAddress = /^\d/.test(caller);
  const response = await (isAddress
    ? server.requestFrom(caller, path, init)
    : server.as(caller as Person).request(path, init));
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
}

const asked = (fields: object = {}) => ({
  secret: newSecret(),
  kind: 'erasure',
  person: 'passenger',
  name: 'Anna Weber',
  body: 'Bitte löschen Sie meine Daten.',
  language: 'de',
  email: 'anna@example.de',
  ...fields,
});

interface RequestRow {
  readonly id: string;
  readonly number: string;
  readonly outcome: string | null;
  readonly days: number;
  readonly confirmed: boolean;
  readonly link_mail: string | null;
  readonly account_id: string | null;
}
const rows = () =>
  server.context.db.query<RequestRow>(
    `select id, number, outcome, due_on - received_on as days, confirmed_at is not null as confirmed, link_mail,
       account_id from rights_request_list order by created_at, id`,
  );
const page = async (secret: string) =>
  ((await call('rights_request_by_secret', { secret })).body as Record<string, unknown>[])[0];

async function open(fields: object = {}) {
  const given = asked(fields);
  expect((await call('open_rights_request', given)).status).toBe(200);
  const [row] = (await rows()).slice(-1);
  return { secret: given.secret, id: row!.id };
}

async function linkOf(id: string): Promise<string> {
  return (await call('create_rights_link', { request_id: id }, 'carla')).body as string;
}

test('a person without an account asks once, however often the phone sends it, and has 30 days', async () => {
  const given = asked();
  const answers = await Promise.all(Array.from({ length: 4 }, () => call('open_rights_request', given)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toEqual({ status: 200, body: expect.stringMatching(/^\d{6}$/) });
  expect(await rows()).toMatchObject([{ days: 30, outcome: null, confirmed: false, link_mail: 'waiting' }]);
  expect(await page(given.secret)).toMatchObject({ kind: 'erasure', outcome: null, may_confirm: false });
});

test('blocking is urgent: two working days', async () => {
  const [row] = await server.context.db.query<{ days: string[] }>(
    `select array_agg(private.rights_deadline('blocking', d::date)::text) as days
     from (values ('2026-12-01'), ('2026-12-04')) as t (d)`,
  );
  expect(row!.days).toEqual(['2026-12-03', '2026-12-09']);
});

test.each([
  ['without a contact', { email: null }],
  ['with two contacts, of which a link proves one', { phone: '+4915123456789' }],
  ['without words', { body: ' \n' }],
  ['without a name', { name: ' ' }],
  ['with too many words', { body: 'x'.repeat(2001) }],
  ['of an unknown kind', { kind: 'everything' }],
  ['with a short secret', { secret: 'abc' }],
  ['with a line in the address', { email: 'a@example.cl\nBcc: b@example.cl' }],
  ['with a number that is none', { email: null, phone: 'call me' }],
])('a request %s is refused', async (_, fields) => {
  expect((await call('open_rights_request', asked(fields))).status).toBe(400);
  expect(await rows()).toEqual([]);
});

test('abuse: one network asks ten times an hour', async () => {
  for (let index = 0; index < 10; index++) await open({ email: `a${index}@example.de` });
  expect(await call('open_rights_request', asked())).toMatchObject({
    status: 429,
    body: { code: 'over_case_rate_limit' },
  });
});

test('P9: help requests of one network leave the rights desk open to it', async () => {
  await server.context.db.query(
    `insert into private.ticket_openings (sender, wider, form)
      select n.sender, n.wider, 'case' from private.networks_of() n, generate_series(1, 10)`,
  );
  // The address is unknown here as it was there: within the database the caller is one network.
  const rows = await server.context.db.query(
    `select private.limit_ticket_openings('rights', null)::text as allowed`,
  );
  expect(rows).toHaveLength(1);
  await expect(server.context.db.query(`select private.limit_ticket_openings('case', null)`)).rejects.toThrow(
    'Too many messages at once',
  );
});

test('P5 abuse: a mailbox gets three mails a day, from however many networks, in any spelling', async () => {
  for (const [index, name] of ['anna', 'anna+1', 'Anna', 'anna+x+y', 'anna+'].entries()) {
    const given = asked({ email: `${name}@example.de` });
    expect((await call('open_rights_request', given, `198.51.100.${index}`)).status).toBe(200);
  }
  expect((await rows()).map((row) => row.link_mail)).toEqual(['waiting', 'waiting', 'waiting', null, null]);
});

test('the link sent to the contact confirms it; the phone’s own secret and a guess do not', async () => {
  const { secret, id } = await open({ email: null, phone: '+49 151 23456789' });
  for (const wrong of [secret, newSecret()])
    expect((await call('confirm_rights_request', { secret: wrong })).status).toBe(404);
  const link = await linkOf(id);
  expect(await page(link)).toMatchObject({ confirmed: false, may_confirm: true });
  expect((await call('confirm_rights_request', { secret: link })).status).toBe(204);
  expect(await page(secret)).toMatchObject({ confirmed: false, may_confirm: false });
  expect(await page(link)).toMatchObject({ confirmed: true, may_confirm: false });
});

const reply = (id: string, text: string) =>
  call('send_ticket_reply', { id: randomUUID(), ticket_id: id, reply: text }, 'carla');

test('abuse: once the holder of an address has confirmed it, the replies are not for whoever wrote it down', async () => {
  const { secret, id } = await open({ kind: 'access' });
  await reply(id, 'Falta el día del viaje.');
  const link = await linkOf(id);
  const shown = async (of: string) =>
    ((await page(of))!['messages'] as { body: string }[]).map(({ body }) => body);
  expect(await shown(secret)).toEqual(['Falta el día del viaje.']);
  await call('confirm_rights_request', { secret: link });
  await reply(id, 'Sus datos son estos.');
  expect(await shown(secret)).toEqual(['Falta el día del viaje.']);
  for (const sent of [link, await linkOf(id)])
    expect(await shown(sent)).toEqual(['Falta el día del viaje.', 'Sus datos son estos.']);
});

test('an author whom an administrator has seen reads the replies on the phone that wrote the request', async () => {
  const { secret, id } = await open({ kind: 'access' });
  await call('identify_rights_author', { request_id: id }, 'carla');
  await reply(id, 'Sus datos son estos.');
  expect(await page(secret)).toMatchObject({ confirmed: true, messages: [{ body: 'Sus datos son estos.' }] });
});

test('a driver who confirms the account’s address gets the file in one press of an administrator', async () => {
  const [account] = await server.context.db.query<{ email: string }>(
    'select email from auth.users where id = $1',
    [server.as('diego').userId],
  );
  const { id } = await open({ kind: 'access', person: 'driver', email: account!.email });
  const download = () => call('rights_personal_data', { request_id: id }, 'carla');
  expect(await download()).toMatchObject({ status: 409, body: { code: 'not_confirmed' } });
  await call('confirm_rights_request', { secret: await linkOf(id) });
  expect(await download()).toMatchObject({
    status: 200,
    body: { account: { email: account!.email }, requests: [{ kind: 'access' }] },
  });
  const timeline = await call('ticket_timeline', { ticket_id: id }, 'carla');
  expect((timeline.body as { body: string }[]).map(({ body }) => body)).toEqual([
    'link',
    'confirmed',
    'downloaded',
  ]);
});

test('abuse: proving a telephone leads to no account of an address beside it', async () => {
  const [account] = await server.context.db.query<{ email: string }>(
    'select email from auth.users where id = $1',
    [server.as('diego').userId],
  );
  // The panel enters one contact, its function takes two.
  const written = {
    kind: 'access',
    person: 'driver',
    channel: 'spoken',
    name: 'Diego',
    body: 'Mis datos',
    received_on: chileanDay(new Date()),
    email: account!.email,
    phone: '+4915123456789',
  };
  const { body: id } = await call('file_rights_request', written, 'carla');
  await call('confirm_rights_request', { secret: await linkOf(id as string) });
  expect(await rows()).toMatchObject([{ confirmed: true, account_id: null }]);
  expect(await call('rights_personal_data', { request_id: id }, 'carla')).toMatchObject({
    status: 409,
    body: { code: 'not_confirmed' },
  });
});

const accountOf = async (person: Person): Promise<{ id: string; email: string; driver: string | null }> => {
  const [account] = await server.context.db.query<{ id: string; email: string; driver: string | null }>(
    `select u.id, u.email, l.driver_id as driver from auth.users u left join user_drivers l on l.user_id = u.id
     where u.id = $1`,
    [server.as(person).userId],
  );
  return account!;
};

test.each(['before', 'after'] as const)(
  'P2 abuse: a stranger’s own mailbox, confirmed %s the choice of a driver, gives nobody the driver’s file',
  async (order) => {
    const diego = await accountOf('diego');
    const { id } = await open({ kind: 'access', person: 'driver', email: 'stranger@attacker.example' });
    const confirm = async () => call('confirm_rights_request', { secret: await linkOf(id) });
    const download = () => call('rights_personal_data', { request_id: id }, 'carla');
    if (order === 'before') await confirm();
    const chosen = { request_id: id, driver: diego.driver };
    expect((await call('set_rights_driver', chosen, 'carla')).status).toBe(204);
    expect(await rows()).toMatchObject([{ confirmed: false, account_id: diego.id }]);
    expect((await confirm()).status).toBe(204);
    expect(await download()).toMatchObject({ status: 409, body: { code: 'not_confirmed' } });
    // An administrator who sees the driver after the choice decides.
    expect((await call('identify_rights_author', { request_id: id }, 'carla')).status).toBe(204);
    expect((await download()).status).toBe(200);
  },
);

test('P2 abuse: what an administrator saw, and what a driver proved, does not hold for another driver', async () => {
  const [diego, elena] = await Promise.all([accountOf('diego'), accountOf('elena')]);
  const { id } = await open({ kind: 'access', person: 'driver', email: diego.email });
  const download = () => call('rights_personal_data', { request_id: id }, 'carla');
  const choose = (driver: string | null) => call('set_rights_driver', { request_id: id, driver }, 'carla');
  await call('identify_rights_author', { request_id: id }, 'carla');
  await choose(elena.driver);
  expect((await download()).status).toBe(409);
  // Diego confirms his mailbox, and the file of Elena stays where it is.
  await call('confirm_rights_request', { secret: await linkOf(id) });
  expect((await download()).status).toBe(409);
  await choose(diego.driver);
  expect(await download()).toMatchObject({ status: 200, body: { account: { id: diego.id } } });
  await choose(elena.driver);
  expect((await download()).status).toBe(409);
  await choose(diego.driver);
  expect((await download()).status).toBe(409);
});

test('P2: the telephone that an account has confirmed proves it; one that it has only entered does not', async () => {
  const diego = await accountOf('diego');
  const phone = '+56987650001';
  const setPhone = (confirmed: Date | null) =>
    server.context.db.query('update auth.users set phone = $2, phone_confirmed_at = $3 where id = $1', [
      diego.id,
      phone.slice(1),
      confirmed,
    ]);
  for (const [confirmed, status] of [
    [null, 409],
    [new Date(), 200],
  ] as const) {
    await setPhone(confirmed);
    const { id } = await open({ kind: 'access', person: 'driver', email: null, phone });
    await call('confirm_rights_request', { secret: await linkOf(id) });
    expect((await call('rights_personal_data', { request_id: id }, 'carla')).status).toBe(status);
  }
  await server.context.db.query(
    'update auth.users set phone = null, phone_confirmed_at = null where id = $1',
    [diego.id],
  );
});

test('the file of personal data holds the person’s requests with the replies, and no note', async () => {
  const [account] = await server.context.db.query<{ email: string }>(
    'select email from auth.users where id = $1',
    [server.as('diego').userId],
  );
  const { id } = await open({ kind: 'rectification', person: 'driver', email: account!.email });
  await open({ email: 'other@example.de' });
  await call('confirm_rights_request', { secret: await linkOf(id) });
  await call('note_ticket', { ticket_id: id, note: 'Vino con su cédula' }, 'carla');
  const reply = { id: randomUUID(), ticket_id: id, reply: 'Corregido.', outcome: 'granted' };
  await call('send_ticket_reply', reply, 'carla');
  await server.context.db.query('delete from private.personal_data_requests');
  const { body } = await call('personal_data', {}, 'diego');
  expect(body).toMatchObject({
    requests: [{ kind: 'rectification', outcome: 'granted', replies: [{ text: 'Corregido.' }] }],
  });
  expect(JSON.stringify(body)).not.toContain('cédula');
});

test('an answer closes the request; its page shows the reply and never a note, a name or a contact', async () => {
  const { secret, id } = await open();
  await call('note_ticket', { ticket_id: id, note: 'Found two cases of Anna' }, 'carla');
  const answer = {
    id: randomUUID(),
    ticket_id: id,
    reply: 'Gelöscht.',
    spanish: 'Borrado.',
    by_mail: true,
    outcome: 'granted',
  };
  // The administrator presses again after a lost response.
  for (const _ of [1, 2]) expect((await call('send_ticket_reply', answer, 'carla')).status).toBe(204);
  const shown = await page(secret);
  expect(shown).toMatchObject({ outcome: 'granted', messages: [{ body: 'Gelöscht.' }] });
  expect(JSON.stringify(shown)).not.toMatch(/Anna|anna|löschen Sie|Borrado|carla/);
});

test('the deadline is extended once, with a reason that the author reads, and never for blocking', async () => {
  const { secret, id } = await open();
  const extend = (request: string, reason: string) =>
    call('extend_rights_request', { request_id: request, reason }, 'carla');
  expect((await extend(id, ' ')).status).toBe(400);
  expect((await extend(id, 'Muchas solicitudes')).status).toBe(204);
  expect((await extend(id, 'Otra vez')).status).toBe(409);
  expect(await rows()).toMatchObject([{ days: 60 }]);
  expect(await page(secret)).toMatchObject({ extension_reason: 'Muchas solicitudes' });
  const blocking = await open({ kind: 'blocking' });
  expect((await extend(blocking.id, 'x')).status).toBe(409);
});

test('an administrator enters a request that came on paper, and its clock runs from that day', async () => {
  const paper = {
    kind: 'access',
    person: 'other',
    channel: 'paper',
    name: 'Rosa Pérez',
    body: 'Qué datos tienen de mí',
    received_on: chileanDay(new Date(Date.now() - 5 * 86_400_000)),
    identified: true,
  };
  expect((await call('file_rights_request', paper, 'carla')).status).toBe(200);
  expect(await rows()).toMatchObject([{ days: 30, confirmed: true, link_mail: null }]);
  expect((await call('file_rights_request', { ...paper, channel: 'page' }, 'carla')).status).toBe(400);
});

test('neither a driver nor another account reads or works on requests and breaches', async () => {
  const { id } = await open();
  for (const person of ['diego', 'nora'] as const) {
    for (const [name, body] of [
      ['send_ticket_reply', { id: randomUUID(), ticket_id: id, reply: 'x' }],
      ['ticket_timeline', { ticket_id: id }],
      ['rights_personal_data', { request_id: id }],
      ['create_rights_link', { request_id: id }],
      ['save_breach', { entry: {} }],
    ] as const)
      expect([person, name, (await call(name, body, person)).status]).toEqual([person, name, 403]);
    const response = await server.as(person).request('/rest/v1/rights_request_list?select=id');
    expect(await response.json()).toEqual([]);
  }
});

test('a breach is entered and completed, each change is in the log, and nobody deletes it', async () => {
  const entry = {
    happened_on: '2026-11-20',
    known_at: '2026-11-21T10:00:00-03:00',
    what: 'Se perdió una tableta',
    which_data: 'Nombre y teléfono de un conductor',
  };
  const { body: id } = await call('save_breach', { entry }, 'carla');
  const told = { ...entry, people: 1, agency_told_at: '2026-11-21T15:00:00-03:00' };
  expect((await call('save_breach', { entry: told, breach: id }, 'carla')).body).toBe(id);
  expect((await call('save_breach', { entry: { what: 'x' } }, 'carla')).status).toBe(400);
  const stored = await server.context.db.query('select people from breaches');
  expect(stored).toEqual([{ people: 1 }]);
  const logged = await server.context.db.query<{ act: string }>(
    `select payload ->> 'action' as act from private.audit
     where payload -> 'traits' ->> 'target' = $1 order by created_at`,
    [`breach:${String(id)}`],
  );
  expect(logged.map(({ act }) => act)).toEqual(['breach_created', 'breach_changed']);
  const deletion = await server.as('carla').request('/rest/v1/breaches?id=not.is.null', { method: 'DELETE' });
  expect(deletion.status).toBe(403);
});

test('a breach is entered once after a lost response, and with days that a calendar has', async () => {
  const entry = {
    id: randomUUID(),
    happened_on: '2026-11-20',
    known_at: '2026-11-21T10:00:00-03:00',
    what: 'Se perdió una tableta',
    which_data: 'Nombre y teléfono de un conductor',
  };
  for (const what of [entry.what, entry.what, 'Se perdió la tableta 8'])
    expect((await call('save_breach', { entry: { ...entry, what } }, 'carla')).body).toBe(entry.id);
  expect(await server.context.db.query('select what from breaches where id = $1', [entry.id])).toEqual([
    { what: 'Se perdió la tableta 8' },
  ]);
  for (const time of ['-infinity', 'infinity', '0044-01-01 BC', '9999-12-31'])
    for (const field of ['happened_on', 'known_at', 'agency_told_at', 'people_told_at'])
      expect((await call('save_breach', { entry: { ...entry, [field]: time } }, 'carla')).status).toBe(400);
});

test('a breach that another administrator has changed since is not overwritten', async () => {
  const entry = {
    happened_on: '2026-11-20',
    known_at: '2026-11-21T10:00:00-03:00',
    what: 'x',
    which_data: 'x',
  };
  const { body: id } = await call('save_breach', { entry }, 'carla');
  const read = async () => {
    const response = await server.as('carla').request('/rest/v1/breaches?select=version,people');
    return ((await response.json()) as { version: number; people: number | null }[])[0]!;
  };
  const { version } = await read();
  const save = (people: number, seen: number) =>
    call('save_breach', { entry: { ...entry, people, version: seen }, breach: id }, 'carla');
  const both = await Promise.all([save(1, version), save(2, version)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'edit_conflict' });
  const won = await read();
  expect(won.people).toBe(both[0]!.status === 200 ? 1 : 2);
  expect((await save(3, won.version)).status).toBe(200);
});

test('four years after closing, a request goes with its timeline and its page', async () => {
  const old = await open();
  await open();
  await server.context.db.query(
    `update tickets set state = 'closed', closed_at = now() - interval '4 years 1 day' where id = $1`,
    [old.id],
  );
  const [forgotten] = await server.context.db.query<{ n: string }>(
    'select private.forget_rights_requests(now()) as n',
  );
  expect(Number(forgotten!.n)).toBe(1);
  expect(await rows()).toHaveLength(1);
  expect(await page(old.secret)).toBeUndefined();
});
