import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp, type ProductPerson } from '../../server/testing/app.ts';

let server: ProductApp;
let code = '';
beforeAll(async () => {
  server = await startProductApp();
  const [driver] = await query<{ code: string }>(
    'select verification_code as code from drivers where id = $1',
    [server.as('diego').driverId],
  );
  code = driver!.code;
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await query('delete from documents');
  await query('delete from vehicles');
  await call(server.as('carla'), 'set_documents_policy', { stop_service: true });
});

function query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return server.context.db.query<Row>(sql, values);
}

async function send(person: ProductPerson, path: string, method: string, body?: object) {
  const response = await person.request(`/rest/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', prefer: 'return=representation' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as never };
}

const call = (person: ProductPerson, name: string, body: object) => send(person, `rpc/${name}`, 'POST', body);

/** Whether passengers see that diego is in service. */
async function isInService(): Promise<boolean> {
  const found = await call(server.as('nora'), 'verify_driver', { code });
  return (found.body as readonly object[]).length === 1;
}

/** A document in force, by its kind, that expires in so many days; of a vehicle if one is given. */
async function document(days: number, kind = 'Licencia A2', vehicle?: string): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into documents (kind_id, driver_id, vehicle_id, expires_on)
     select id, $1, $2, private.chile_today() + $3::integer from document_kinds where name = $4 returning id`,
    [vehicle ? null : server.as('diego').driverId, vehicle ?? null, days, kind],
  );
  return row!.id;
}

async function chileanDay(days: number): Promise<string> {
  const [row] = await query<{ day: string }>('select (private.chile_today() + $1::integer)::text as day', [
    days,
  ]);
  return row!.day;
}

test('states follow the days that are left, and a document is valid on the day that it names', async () => {
  const states = await query<{ days: number; state: string }>(
    `select days, private.document_state(days) as state
     from unnest(array[-1, 0, 7, 8, 14, 15, 30, 31]) as days`,
  );
  expect(states.map(({ state }) => state)).toEqual([
    'expired',
    'within_7',
    'within_7',
    'within_14',
    'within_14',
    'within_30',
    'within_30',
    'valid',
  ]);
});

test('a page after thousands of documents computes their states without a call for each', async () => {
  const plan = await query<{ 'QUERY PLAN': string }>(
    'explain (verbose) select state from document_list order by expires_on, id offset 20000',
  );
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).not.toContain('document_state');
});

test('an expired critical document takes its driver out of service, if the company wants that', async () => {
  const id = await document(0);
  expect(await isInService()).toBe(true);
  await query('update documents set expires_on = private.chile_today() - 1');
  expect(await isInService()).toBe(false);
  const diego = server.as('diego');
  expect((await call(diego, 'create_rating_link', {})).status).toBe(403);
  expect((await call(diego, 'own_stopping_documents', {})).body).toMatchObject([{ kind: 'Licencia A2' }]);
  expect((await call(server.as('elena'), 'own_stopping_documents', {})).body).toEqual([]);
  await query('update documents set critical = false where id = $1', [id]);
  expect(await isInService()).toBe(true);
  await query('update documents set critical = true where id = $1', [id]);
  await call(server.as('carla'), 'set_documents_policy', { stop_service: false });
  expect(await isInService()).toBe(true);
});

test('the documents of a vehicle stop the driver who has it now', async () => {
  const [vehicle] = await query<{ id: string }>(
    `insert into vehicles (license_plate) values ('TAXI01') returning id`,
  );
  await document(-1, 'SOAP', vehicle!.id);
  expect(await isInService()).toBe(true);
  await query('insert into shifts (driver_id, vehicle_id) values ($1, $2)', [
    server.as('diego').driverId,
    vehicle!.id,
  ]);
  expect(await isInService()).toBe(false);
  const stopping = await call(server.as('diego'), 'own_stopping_documents', {});
  expect(stopping.body).toMatchObject([{ kind: 'SOAP', owner_name: 'TAXI01' }]);
  await query('update shifts set ended_at = now()');
  expect(await isInService()).toBe(true);
});

test('an administrator overrides until a day; the log keeps the reason', async () => {
  const id = await document(-10);
  const carla = server.as('carla');
  const override = (until: string | null, reason: string | null) =>
    call(carla, 'override_document', { document: id, until, reason });
  expect((await override(await chileanDay(91), 'Hora reservada')).status).toBe(400);
  expect((await override(await chileanDay(-1), 'Hora reservada')).status).toBe(400);
  expect((await override(await chileanDay(5), ' ')).status).toBe(400);
  expect((await override(await chileanDay(5), 'Hora reservada para el martes')).status).toBe(204);
  expect(await isInService()).toBe(true);
  await query('update documents set override_until = private.chile_today() - 1 where id = $1', [id]);
  expect(await isInService()).toBe(false);
  const entries = await query<{ traits: Record<string, unknown> }>(
    `select payload -> 'traits' as traits from private.audit_log
     where payload -> 'traits' ->> 'target' = $1 order by created_at`,
    [`document:${id}`],
  );
  expect(entries.map(({ traits }) => traits)).toEqual([
    {
      target: `document:${id}`,
      driver_id: server.as('diego').driverId,
      kind_id: expect.any(String),
      override_until: await chileanDay(5),
      why: 'Hora reservada para el martes',
    },
  ]);
});

test('a driver’s renewal waits, and takes the place of the document once it is verified', async () => {
  const id = await document(-1);
  const diego = server.as('diego');
  const [{ kind_id: kind }] = (await send(diego, 'documents?select=kind_id', 'GET')).body as [
    { kind_id: string },
  ];
  const renewal = { kind_id: kind, driver_id: diego.driverId, expires_on: '2090-01-31', critical: false };
  const [sent] = (await send(diego, 'documents', 'POST', renewal)).body as [
    { id: string; critical: boolean },
  ];
  expect(sent).toMatchObject({ verified_at: null, critical: true });
  expect(await isInService()).toBe(false);
  expect((await call(server.as('carla'), 'document_counts', {})).body).toEqual([
    { expired: 1, within_7: 0, within_14: 0, within_30: 0, waiting: 1 },
  ]);
  await send(server.as('carla'), `documents?id=eq.${sent.id}`, 'PATCH', { version: 1 });
  expect(await query('select id, verified_by from documents')).toEqual([
    { id: sent.id, verified_by: server.as('carla').userId },
  ]);
  expect([sent.id === id, await isInService()]).toEqual([false, true]);
});

/** The documents of diego by day; those that wait are marked. */
const documentDays = async () =>
  (
    await query<{ day: string }>(
      `select expires_on || case when verified_at is null then ' waits' else '' end as day
       from documents order by expires_on`,
    )
  ).map(({ day }) => day);

test('a renewal replaces the one that waits; one that is refused leaves it', async () => {
  await document(20_000);
  const [inForce] = await documentDays();
  const [row] = await query<{ kind_id: string }>('select kind_id from documents');
  const renew = (changes: object) =>
    call(server.as('diego'), 'send_renewal', {
      id: randomUUID(),
      expires_on: '2070-01-31',
      ...row,
      ...changes,
    });
  expect((await renew({})).status).toBe(204);
  expect((await renew({ expires_on: '2070-02-28' })).status).toBe(204);
  expect((await renew({ expires_on: '2026-02-30' })).body).toMatchObject({ code: '22008' });
  expect((await renew({ expires_on: '2190-01-31' })).body).toMatchObject({ code: '23514' });
  expect((await renew({ file: `drivers/${server.as('diego').driverId}/none.pdf` })).body).toMatchObject({
    code: 'document_file',
  });
  expect(await documentDays()).toEqual(['2070-02-28 waits', inForce].sort());
});

test('a renewal that is sent again is one, also at once and after it was verified', async () => {
  await document(-1);
  const [row] = await query<{ kind_id: string }>('select kind_id from documents');
  const renewal = { id: randomUUID(), expires_on: '2090-01-31', ...row };
  const renew = () => call(server.as('diego'), 'send_renewal', renewal);
  expect((await Promise.all([renew(), renew(), renew()])).map(({ status }) => status)).toEqual([
    204, 204, 204,
  ]);
  await send(server.as('carla'), `documents?id=eq.${renewal.id}`, 'PATCH', { version: 1 });
  expect((await renew()).status).toBe(204);
  expect(await documentDays()).toEqual(['2090-01-31']);
});

test('a file is read by a link of a minute that downloads it', async () => {
  const diego = server.as('diego');
  const file = `drivers/${diego.driverId}/a.pdf`;
  const uploaded = await diego.request(`/storage/v1/object/documentos/${file}`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: '%PDF-1.4 %%EOF',
  });
  expect(uploaded.status).toBe(200);
  const signed = await diego.request(`/storage/v1/object/sign/documentos/${file}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ expiresIn: 60 }),
  });
  const { signedURL } = (await signed.json()) as { signedURL: string };
  const read = await server.request(`/storage/v1${signedURL}&download=a.pdf`);
  expect([read.status, await read.text()]).toEqual([200, '%PDF-1.4 %%EOF']);
  expect(read.headers.get('content-disposition')).toContain('attachment');
  for (const [type, body] of [
    ['text/html', '<script>'],
    ['image/svg+xml', '<svg/>'],
  ] as const) {
    const refused = await diego.request(`/storage/v1/object/documentos/drivers/${diego.driverId}/b`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(refused.status).toBe(400);
  }
});

test('files that no document names are deleted a day after their upload', async () => {
  await query(`delete from storage.objects where bucket_id = 'documentos'`);
  const name = `drivers/${server.as('elena').driverId}/a.pdf`;
  for (const file of [name, name.replace('a.pdf', 'b.pdf')]) {
    const init = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4' };
    expect((await server.service(`/storage/v1/object/documentos/${file}`, init)).status).toBe(200);
  }
  await query(
    `insert into documents (kind_id, driver_id, expires_on, file)
     select id, $1, '2030-01-31', $2 from document_kinds where name = 'Licencia A1'`,
    [server.as('elena').driverId, name],
  );
  const [today] = await query<{ deleted: number }>(
    'select private.delete_orphaned_document_files(now())::integer as deleted',
  );
  const [later] = await query<{ deleted: number }>(
    `select private.delete_orphaned_document_files(now() + interval '25 hours')::integer as deleted`,
  );
  expect([today, later]).toEqual([{ deleted: 0 }, { deleted: 1 }]);
  expect(await query(`select name from storage.objects where bucket_id = 'documentos'`)).toEqual([{ name }]);
});
