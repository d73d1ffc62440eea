import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { goodPassword, newEmail, signIn } from '../../backend/testing/auth/auth.ts';
import { enforceRetention } from '../../backend/retention/schedule.ts';
import { sendTo } from '../../backend/testing/send.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

interface Entry {
  readonly payload: Readonly<Record<string, unknown>> & {
    readonly traits: Readonly<Record<string, unknown>>;
  };
  readonly created_at: string;
  readonly ip_address: string;
  readonly subject: Readonly<Record<string, { readonly id?: string; readonly name?: string }>>;
}

interface Log {
  readonly entries: readonly Entry[];
  readonly total: number;
}

/** The entries that the panel shows an administrator. */
async function readLog(query = ''): Promise<Log> {
  await server.context.audit.settled();
  const response = await server.as('carla').request(`/functions/v1/admin-users/audit?per_page=200&${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Log;
}

function json(method: string, body?: unknown): RequestInit {
  const headers = { 'content-type': 'application/json' };
  return { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
}

/** The entries about a target, oldest first: actor, act, columns. */
async function actsOn(target: string) {
  const { entries } = await readLog();
  return entries
    .filter(({ payload }) => payload.traits['target'] === target)
    .map(({ payload: { actor_username: by, action, traits } }) => [by, action, traits['changed']])
    .toReversed();
}

const users = '/functions/v1/admin-users';

test('records writes of administrators and the service once, with row and columns', async () => {
  const carla = server.as('carla');
  const made = await carla.request('/rest/v1/drivers', {
    ...json('POST', { name: 'Ana', license_plate: 'AUDIT1', driver_code: 'A-1' }),
    headers: { 'content-type': 'application/json', prefer: 'return=representation' },
  });
  const [{ id = '' } = {}] = (await made.json()) as { id?: string }[];
  const path = `/rest/v1/drivers?id=eq.${id}`;
  await carla.request(path, json('PATCH', { name: 'Ana Soto', contact: '+56912345678' }));
  await carla.request(path, json('PATCH', { name: 'Ana Soto' }));
  await server.service(path, json('DELETE'));
  expect(await actsOn(`driver:${id}`)).toEqual([
    [carla.email, 'driver_created', undefined],
    [carla.email, 'driver_changed', 'contact, name'],
    ['service_role', 'driver_deleted', undefined],
  ]);
  const { entries } = await readLog();
  const about = JSON.stringify(entries);
  expect(about, 'names of columns only, and no second entry by the server').not.toMatch(/Ana|\/rest\/v1/);
});

test('records changes of tours, ratings and links, but no writes of drivers and passengers', async () => {
  const [carla, diego] = [server.as('carla'), server.as('diego')];
  const route = randomUUID();
  await carla.request(
    '/rest/v1/time_based_routes',
    json('POST', { id: route, name: 'Tour', duration: '3hours' }),
  );
  expect(await actsOn(`route:${route}`)).toEqual([[carla.email, 'route_created', undefined]]);
  const before = (await readLog()).total;
  await diego.request('/rest/v1/reviews', json('POST', { driver_id: diego.driverId, rating: 5 }));
  expect((await readLog()).total).toBe(before);
  const [review] = await server.context.db.query<{ id: string }>(
    'select id from reviews where driver_id = $1',
    [diego.driverId],
  );
  await carla.request(`/rest/v1/reviews?id=eq.${review?.id}`, json('DELETE'));
  expect(await actsOn(`review:${review?.id}`)).toEqual([[carla.email, 'review_deleted', undefined]]);
  expect(await actsOn(`driver:${diego.driverId}`), 'the average that a trigger keeps').toEqual([]);
  const { userId } = server.as('nora');
  await carla.request(`${users}/${userId}`, json('PATCH', { driver_id: diego.driverId }));
  expect(await actsOn(`user:${userId}`)).toEqual([[carla.email, 'link_created', undefined]]);
});

test('records nothing while an administrator who also drives looks at documents and devices, and an act of theirs once', async () => {
  const carla = server.as('carla');
  await server.context.db.query(
    `with driver as (
       insert into drivers (name, license_plate, driver_code) values ('Carla', 'AUDIT2', 'A-2') returning id)
     insert into user_drivers (user_id, driver_id) select $1, id from driver`,
    [carla.userId],
  );
  const call = async (name: string, body: object) =>
    (await carla.request(`/rest/v1/rpc/${name}`, json('POST', body))).status;
  const before = (await readLog()).total;
  const device = { device_id: randomUUID(), key: `key-${randomUUID()}` };
  const statuses = [
    await call('document_counts', {}),
    await call('document_grid', {}),
    await call('document_owners', { names: [] }),
    await call('list_devices', {}),
    await call('content_history', {}),
    await call('send_heartbeat', { heartbeat: device }),
  ];
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  expect((await readLog()).total).toBe(before);
  expect(await call('set_documents_policy', { stop_service: true })).toBe(204);
  const { entries, total } = await readLog();
  expect(total).toBe(before + 1);
  expect(entries[0]?.payload.traits['target']).toBe('document_policy:company');
});

test('records a function’s change of an account once, under the administrator’s name', async () => {
  const carla = server.as('carla');
  const email = newEmail();
  const created = await carla.request(users, json('POST', { email, password: goodPassword }));
  const { id } = (await created.json()) as { id: string };
  await carla.request(`${users}/${id}`, json('PATCH', { blocked: true }));
  const told = (await readLog(`person=${email}`)).entries.map(({ payload }) => payload);
  expect(told).toMatchObject([
    {
      action: 'user_blocked',
      actor_id: carla.userId,
      actor_username: carla.email,
      log_type: 'user',
      traits: { target: `user:${id}`, user_id: id, user_email: email },
    },
    { action: 'user_signedup', actor_username: carla.email, log_type: 'team' },
  ]);
  await carla.request(`${users}/${id}`, json('DELETE'));
  expect((await readLog(`person=${email}`)).total, 'who is deleted is no longer named').toBe(0);
  const { entries } = await readLog('action=user_deleted');
  expect(entries.filter(({ payload }) => payload.traits['user_id'] === id)).toHaveLength(1);
});

test('callers cannot name another author, and the address is that of the request', async () => {
  const [carla, nora] = [server.as('carla'), server.as('nora')];
  const path = `/rest/v1/drivers?id=eq.${server.as('elena').driverId}`;
  const headers = {
    'content-type': 'application/json',
    apikey: server.context.config.keys.publishable,
    authorization: `Bearer ${carla.token}`,
    'x-acting-for': nora.userId,
    'x-real-ip': '198.51.100.1',
    'cf-connecting-ip': '198.51.100.2',
  };
  const init = { method: 'PATCH', headers, body: JSON.stringify({ name: 'Elena Ríos' }) };
  expect((await sendTo(server.app, path, init, { address: '203.0.113.9' })).status).toBe(204);
  const [last] = (await readLog('action=driver_changed')).entries;
  expect(last).toMatchObject({ payload: { actor_username: carla.email }, ip_address: '203.0.113.9' });
});

test('lists sign-ins and refusals of the server too, including older ones than the product’s audit', async () => {
  const { db } = server.context;
  await signIn(server, 'diego@example.com', 'not the password');
  const refused = await readLog('person=diego%40example.com&refused=true');
  expect(refused.entries.map(({ payload }) => payload['action'])).toEqual(['login_failed']);
  await db.query(
    `insert into auth.audit_log_entries (payload, created_at) values (jsonb_build_object('action',
       'resource_modified', 'actor_id', $1::text, 'actor_username', 'old@example.com', 'traits',
       '{"target": "PATCH /rest/v1/drivers?id=eq.1"}'::jsonb), now() - interval '40 days')`,
    [randomUUID()],
  );
  expect((await readLog('person=old%40example.com')).total).toBe(1);
});

test('only administrators read it, even in SQL, and nobody writes it', async () => {
  const call = (who: 'carla' | 'diego', name: string, body: object) =>
    server.as(who).request(`/rest/v1/rpc/${name}`, json('POST', body));
  expect((await call('carla', 'audit_log', {})).status).toBe(200);
  expect((await call('diego', 'audit_log', {})).status).toBe(403);
  expect((await server.request('/rest/v1/rpc/audit_log', json('POST', {}))).status).toBe(401);
  expect((await call('carla', 'audit_log', { per_page: 201 })).status).toBe(400);
  expect((await call('carla', 'audit_log', { person: 'x'.repeat(201) })).status).toBe(400);
  const act = { act: 'user_deleted', account: randomUUID() };
  expect((await call('carla', 'record_account_act', act)).status).toBe(403);
  const forged = await server.service(
    '/rest/v1/rpc/record_account_act',
    json('POST', { ...act, act: 'login' }),
  );
  expect(forged.status).toBe(400);
});

test('not even the server changes an entry, or deletes one before its time', async () => {
  const { db } = server.context;
  for (const sql of [
    `update private.audit set ip_address = ''`,
    'delete from private.audit',
    'truncate private.audit',
  ])
    await expect(db.query(sql)).rejects.toThrow('append-only');
  await db.query(
    `insert into private.audit (payload, created_at) values ('{"action": "old"}', now() - interval '400 days')`,
  );
  expect(await enforceRetention(server.context, new Date())).toMatchObject({ auditEntries: 1 });
  expect(await db.query(`select from private.audit where payload ->> 'action' = 'old'`)).toEqual([]);
});

test('names the records of an act with their ids; of a deleted one what was stored, and of a person nothing', async () => {
  const carla = server.as('carla');
  const write = async (path: string, method: string, body?: object) => {
    const init = json(method, body);
    const headers = { 'content-type': 'application/json', prefer: 'return=representation' };
    const response = await carla.request(path, { ...init, headers });
    expect(response.status).toBeLessThan(300);
    return ((await response.json()) as { id?: string }[])[0]?.id ?? '';
  };
  const last = async (count: number) =>
    (await readLog()).entries
      .slice(0, count)
      .map(({ subject, payload: { action } }) => [action, subject])
      .toReversed();
  const vehicle = await write('/rest/v1/vehicles', 'POST', { license_plate: 'SUBJ12' });
  const person = { name: 'Eva Rojas', license_plate: 'SUBJ34', driver_code: 'S-1' };
  const driver = await write('/rest/v1/drivers', 'POST', person);
  const kind = await write('/rest/v1/document_kinds', 'POST', { owner: 'vehicle', name: 'Extintor' });
  const fields = { vehicle_id: vehicle, kind_id: kind, expires_on: '2030-01-31' };
  const document = await write('/rest/v1/documents', 'POST', fields);
  await write('/rest/v1/vehicle_drivers', 'POST', { vehicle_id: vehicle, driver_id: driver });
  const [car, eva] = [
    { id: vehicle, name: 'SUBJ12' },
    { id: driver, name: 'Eva Rojas' },
  ];
  expect(await last(5)).toEqual([
    ['vehicle_created', { vehicle: car }],
    ['driver_created', { driver: eva }],
    ['document_kind_created', { document_kind: { id: kind, name: 'Extintor' } }],
    ['document_created', { document: { id: document, name: 'Extintor' }, vehicle: car }],
    ['assignment_created', { vehicle: car, driver: eva }],
  ]);

  await write(`/rest/v1/vehicle_drivers?vehicle_id=eq.${vehicle}`, 'DELETE');
  await write(`/rest/v1/documents?id=eq.${document}`, 'DELETE');
  await write(`/rest/v1/document_kinds?id=eq.${kind}`, 'DELETE');
  await write(`/rest/v1/vehicles?id=eq.${vehicle}`, 'DELETE');
  await write(`/rest/v1/drivers?id=eq.${driver}`, 'DELETE');
  expect(await last(5)).toEqual([
    ['assignment_deleted', {}],
    ['document_deleted', { document: { name: 'Extintor' }, vehicle: { name: 'SUBJ12' } }],
    ['document_kind_deleted', { document_kind: { name: 'Extintor' } }],
    ['vehicle_deleted', { vehicle: { name: 'SUBJ12' } }],
    ['driver_deleted', {}],
  ]);
});

test('tells a document with a file once, and no administrator deletes the file of a document', async () => {
  const carla = server.as('carla');
  const [kind] = (await (await carla.request('/rest/v1/document_kinds?owner=eq.vehicle&limit=1')).json()) as {
    id: string;
  }[];
  const made = await server.service('/rest/v1/vehicles', {
    ...json('POST', { license_plate: 'FILE12' }),
    headers: { 'content-type': 'application/json', prefer: 'return=representation' },
  });
  const [{ id: vehicle }] = (await made.json()) as [{ id: string }];
  const file = `vehicles/${vehicle}/permiso.pdf`;
  const address = `/storage/v1/object/documentos/${file}`;
  const before = (await readLog()).total;
  const pdf = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4\n%%EOF\n' };
  expect((await carla.request(address, pdf)).status).toBe(200);
  const document = { vehicle_id: vehicle, kind_id: kind!.id, expires_on: '2030-01-31', file };
  expect((await carla.request('/rest/v1/documents', json('POST', document))).status).toBe(201);
  expect((await readLog()).total).toBe(before + 1);

  const remove = () => carla.request('/storage/v1/object/documentos', json('DELETE', { prefixes: [file] }));
  expect(await (await remove()).json()).toEqual([]);
  await carla.request(`/rest/v1/documents?vehicle_id=eq.${vehicle}`, json('DELETE'));
  expect(await (await remove()).json()).toHaveLength(1);
  expect((await readLog()).total).toBe(before + 2);
});

test('earlier entries stay as they are, and are read as the acts of today', async () => {
  const [kind] = await server.context.db.query<{ id: string }>(
    `select id from document_kinds where name = 'Licencia A2'`,
  );
  const { driverId } = server.as('diego');
  const id = randomUUID();
  const changed = (target: string, what: string) => ({ target, operation: 'changed', changed: what });
  const earlier = [
    [{ target: `paper_kind:${kind!.id}`, operation: 'changed' }, 'document_kind_changed'],
    [
      { target: 'paper_policy:company', operation: 'changed', papers_stop_service: true },
      'document_policy_changed',
    ],
    [{ target: `document:${id}`, operation: 'changed', override_until: '2026-12-20' }, 'document_overridden'],
    [{ target: `driver:${driverId}`, operation: 'created', changed: 'device_link' }, 'device_link'],
    [{ target: 'card:credential', operation: 'created', count: 2 }, 'card_created'],
    [{ target: 'card:receipt', operation: 'created', count: 1 }, 'receipt_created'],
    [{ target: `vehicle_drivers:${id}`, operation: 'created' }, 'assignment_created'],
    [{ target: `user:${id}`, operation: 'deleted' }, 'link_deleted'],
    [{ target: `announcement:${id}`, operation: 'deleted' }, 'announcement_deleted'],
    [changed(`announcement:${id}`, 'withdrawn_at'), 'announcement_withdrawn'],
    [changed(`driver:${driverId}`, 'contact, name'), 'driver_changed'],
    [changed(`driver:${driverId}`, 'left_company'), 'driver_left'],
    [changed(`device:${id}`, 'tablet_sign_out'), 'device_sign_out'],
    [changed(`case:${id}`, 'reply'), 'case_reply'],
    [changed(`rights:${id}`, 'granted'), 'rights_granted'],
    [changed(`review:${id}`, 'review_hidden'), 'review_hidden'],
    [changed(`card:${id}`, 'receipt_voided'), 'receipt_voided'],
    [changed(`shift:${id}`, 'ended_at'), 'shift_corrected'],
    [{ target: 'POST /storage/v1/object/contenido/a.jpg', status: 200 }, 'file_saved'],
    [{ target: 'POST /rest/v1/rpc/end_shift', status: 204 }, 'resource_modified'],
  ] as const;
  const [{ began } = { began: '' }] = await server.context.db.query<{ began: string }>(
    `insert into private.audit (payload, created_at)
     select jsonb_build_object('action', 'resource_modified', 'traits', entry -> 0), now() + n * interval '1 s'
     from jsonb_array_elements($1::jsonb) with ordinality as entries (entry, n) returning created_at::text as began`,
    [JSON.stringify(earlier)],
  );
  const { entries } = await readLog(`from=${encodeURIComponent(new Date(began).toISOString())}`);
  const read = entries.toReversed();
  expect(read.map(({ payload }) => payload['action'])).toEqual(earlier.map(([, act]) => act));
  expect(read[0]?.subject).toEqual({ document_kind: { id: kind!.id, name: 'Licencia A2' } });
  expect(read[1]?.payload.traits).toMatchObject({ documents_stop_service: true });
  expect(read[3]?.subject).toEqual({ driver: { id: driverId, name: 'diego' } });
  expect((await readLog('action=case_reply')).entries).toHaveLength(1);
  expect(
    await server.context.db.query(
      `select from private.audit where payload -> 'traits' ->> 'target' = 'paper_policy:company'`,
    ),
  ).toHaveLength(1);
});
