import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storageClient } from '../../backend/testing/storage.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { sendTo } from '../../backend/testing/send.ts';

type Name = 'diego' | 'elena' | 'carla';

let server: ProductApp;
let vehicle: string;
let kinds: Readonly<Record<'driver' | 'vehicle', string>>;

const own = () => `drivers/${server.as('diego').driverId}`;
const others = () => `drivers/${server.as('elena').driverId}`;

function query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return server.context.db.query<Row>(sql, values);
}

function bucket(name: Name) {
  return storageClient(server, server.as(name).token).from('documentos');
}

async function upload(name: Name, key: string, text = '%PDF-1.4 %%EOF'): Promise<void> {
  const pdf = new Blob([text], { type: 'application/pdf' });
  expect((await bucket(name).upload(key, pdf)).error).toBeNull();
}

function write(name: Name, path: string, method: string, body: object, prefer = 'return=minimal') {
  const headers = { 'content-type': 'application/json', prefer };
  return server.as(name).request(`/rest/v1/${path}`, { method, headers, body: JSON.stringify(body) });
}

/** A licence of diego that names the file. */
const licence = (file: string | null) => ({
  kind_id: kinds.driver,
  driver_id: server.as('diego').driverId,
  expires_on: '2090-01-31',
  file,
});

const named = async () =>
  (await query<{ file: string }>('select file from documents')).map(({ file }) => file);

beforeAll(async () => {
  server = await startProductApp();
  const [row] = await query<{ id: string }>(
    `insert into vehicles (license_plate) values ('FILE12') returning id`,
  );
  vehicle = `vehicles/${row!.id}`;
  const found = await query<{ owner: 'driver' | 'vehicle'; id: string }>(
    `select owner, id from document_kinds where name in ('Licencia A2', 'SOAP')`,
  );
  kinds = Object.fromEntries(found.map(({ owner, id }) => [owner, id])) as typeof kinds;
  await upload('elena', `${others()}/lic.pdf`, '%PDF-1.4 of elena');
  await upload('carla', `${vehicle}/soap.pdf`, '%PDF-1.4 of the vehicle');
  await upload('diego', `${own()}/lic.pdf`, '%PDF-1.4 of diego');
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => query('delete from documents'));

describe('a document names a file of its own driver or vehicle', () => {
  /** Names that would show another file than they seem to, or none. */
  const names: Readonly<Record<string, () => string>> = {
    'the folder of another driver behind the own one': () => `${own()}/../${others().slice(8)}/lic.pdf`,
    'the same, encoded': () => `${own()}/%2e%2e/${others().slice(8)}/lic.pdf`,
    'the same, half encoded': () => `${own()}/.%2E/${others().slice(8)}/lic.pdf`,
    'the same, with backslashes': () => `${own()}\\..\\${others().slice(8)}\\lic.pdf`,
    'the folder of a vehicle behind the own one': () => `${own()}/../../${vehicle}/soap.pdf`,
    'the existing file of another driver': () => `${others()}/lic.pdf`,
    'the existing file of a vehicle': () => `${vehicle}/soap.pdf`,
    'the parent as file': () => `${own()}/..`,
    'the folder as file': () => `${own()}/.`,
    'a trailing slash': () => `${own()}/`,
    'a trailing slash behind a file': () => `${own()}/lic.pdf/`,
    'a folder within the own one': () => `${own()}/sub/lic.pdf`,
    'a query behind the file': () => `${own()}/lic.pdf?x`,
    'a line break behind the file': () => `${own()}/lic.pdf\n`,
    'a file that does not exist': () => `${own()}/nothing-here.pdf`,
  };
  const cases = Object.keys(names);

  test.each(cases)('N4: a driver does not insert %s', async (name) => {
    const response = await write('diego', 'documents', 'POST', licence(names[name]!()));
    expect([response.status, await named()]).toEqual([400, []]);
  });

  test.each(cases)('N4: an administrator does not change a document to %s', async (name) => {
    await query('insert into documents (kind_id, driver_id, expires_on) values ($1, $2, $3)', [
      kinds.driver,
      server.as('diego').driverId,
      '2090-01-31',
    ]);
    const response = await write('carla', 'documents', 'PATCH', { file: names[name]!() });
    expect([response.status, await named()]).toEqual([400, [null]]);
  });

  test('N4: no write in bulk and no upsert either', async () => {
    const file = `${own()}/../${others().slice(8)}/lic.pdf`;
    const bulk = await write('diego', 'documents', 'POST', [licence(`${own()}/lic.pdf`), licence(file)]);
    const upsert = await write(
      'diego',
      'documents?on_conflict=id',
      'POST',
      licence(file),
      'resolution=merge-duplicates',
    );
    const byAdministrator = await write(
      'carla',
      'documents?on_conflict=id',
      'POST',
      licence(file),
      'resolution=merge-duplicates',
    );
    expect([bulk.ok, upsert.ok, byAdministrator.ok, await named()]).toEqual([false, false, false, []]);
  });

  test('N4: nor the secret key', async () => {
    const file = `${own()}/../${others().slice(8)}/lic.pdf`;
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    for (const body of [licence(file), licence(`${own()}/nothing-here.pdf`)]) {
      const response = await server.service('/rest/v1/documents', { ...init, body: JSON.stringify(body) });
      expect(response.status).toBe(400);
    }
    expect(await named()).toEqual([]);
  });

  test('N4: the administrator who verifies a licence opens the file that the driver uploaded', async () => {
    const sent = await write('diego', 'documents', 'POST', licence(`${own()}/lic.pdf`));
    expect(sent.status).toBe(201);
    const [file = ''] = await named();
    const link = await bucket('carla').createSignedUrl(file, 60);
    expect(await (await sendTo(server.app, link.data?.signedUrl ?? '')).text()).toBe('%PDF-1.4 of diego');
  });

  test('N4: a document of a vehicle names a file of that vehicle', async () => {
    const soap = { kind_id: kinds.vehicle, vehicle_id: vehicle.slice(9), expires_on: '2090-01-31' };
    const of = (file: string) => write('carla', 'documents', 'POST', { ...soap, file });
    for (const file of [`${own()}/lic.pdf`, `vehicles/${randomUUID()}/soap.pdf`, `${vehicle}/../x/soap.pdf`])
      expect((await of(file)).status).toBe(400);
    expect((await of(`${vehicle}/soap.pdf`)).status).toBe(201);
  });

  test('N4: a file that a document names is not moved, replaced or deleted', async () => {
    await upload('diego', `${own()}/named.pdf`);
    expect((await write('diego', 'documents', 'POST', licence(`${own()}/named.pdf`))).status).toBe(201);
    for (const name of ['diego', 'carla'] as const) {
      const files = bucket(name);
      const pdf = new Blob(['%PDF-1.4 another'], { type: 'application/pdf' });
      expect((await files.move(`${own()}/named.pdf`, `${own()}/moved.pdf`)).error).not.toBeNull();
      expect((await files.copy(`${own()}/lic.pdf`, `${own()}/named.pdf`)).error).not.toBeNull();
      expect((await files.update(`${own()}/named.pdf`, pdf)).error).not.toBeNull();
      expect((await files.remove([`${own()}/named.pdf`])).data).toEqual([]);
    }
    const kept = await bucket('diego').download(`${own()}/named.pdf`);
    expect(await kept.data?.text()).toBe('%PDF-1.4 %%EOF');
  });
});

test.each(['..', '.', '%2e%2e', 'a%2f..%2fb.pdf', '..%5cb.pdf', '%2e%2e%2fb.pdf', 'a.pdf%2f'])(
  'F9 the bucket of documents takes no file %s, from a driver or an administrator',
  async (last) => {
    for (const name of ['diego', 'carla'] as const) {
      const response = await server.as(name).request(`/storage/v1/object/documentos/${own()}/${last}`, {
        method: 'POST',
        headers: { 'content-type': 'application/pdf' },
        body: '%PDF-1.4',
      });
      expect(response.status).toBe(400);
    }
  },
);
