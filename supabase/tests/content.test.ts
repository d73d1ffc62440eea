import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { goodPassword, newEmail, sendAsAdmin, signIn } from '../../backend/testing/auth/auth.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import type { Content } from '../../shared/content/content.ts';
import { readFirstRelease, readLargestRelease } from '../../shared/testing/content.ts';
import { editSpanish } from '../../shared/content/words.ts';

const first = readFirstRelease();
const later: Content = {
  ...first,
  routes: first.routes.map((route) =>
    route.id === 'centro' ? { ...route, prices: [{ pesos: 16_000 }] } : route,
  ),
};

let server: ProductApp;
/** A second administrator. */
let pilar: { readonly token: string; readonly email: string };
beforeAll(async () => {
  server = await startProductApp();
  const email = newEmail();
  const account = { email, password: goodPassword, email_confirm: true, app_metadata: { role: 'admin' } };
  await sendAsAdmin(server, '/admin/users', { method: 'POST', body: account });
  pilar = { token: String((await signIn(server, email)).body['access_token']), email };
});
afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  const { db } = server.context;
  await db.query('delete from content_releases where id > 1');
  await db.query('update content_drafts set content = $1, version = 1, updated_by = null', [
    JSON.stringify(first),
  ]);
  await db.query(`select private.write_tours($1)`, [JSON.stringify(first.tours)]);
});

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function call(name: string, args: object, token = server.as('carla').token): Promise<Answer> {
  const response = await server.request(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(args),
  });
  return { status: response.status, body: await response.json() };
}

const save = (content: unknown, version: number, token?: string) =>
  call('save_content', { content, expected_version: version }, token);
const publish = (version: number, note = 'Nuevos precios', token?: string) =>
  call('publish_content', { expected_version: version, note }, token);

async function readReleases(): Promise<readonly { id: number; content: Content }[]> {
  const response = await server.request('/rest/v1/content_releases?select=id,content&order=id.desc');
  expect(response.status).toBe(200);
  return (await response.json()) as { id: number; content: Content }[];
}

async function readDraft(): Promise<unknown> {
  const response = await server.as('carla').request('/rest/v1/content_drafts?select=version,content');
  return ((await response.json()) as unknown[])[0];
}

async function readTours(): Promise<readonly Record<string, unknown>[]> {
  const response = await server.request('/rest/v1/time_based_routes?select=*&order=id');
  return (await response.json()) as Record<string, unknown>[];
}

const problemsOf = ({ body }: Answer): unknown => JSON.parse((body as { details: string }).details);

test('an administrator saves and publishes; anybody reads the newest release', async () => {
  expect(await save(later, 1)).toEqual({ status: 200, body: 2 });
  expect(
    (await readReleases()).map(({ id }) => id),
    'a draft is no release',
  ).toEqual([1]);
  expect(await publish(2)).toEqual({ status: 200, body: 2 });
  expect(await readReleases()).toEqual([
    { id: 2, content: later },
    { id: 1, content: first },
  ]);
  const history = await call('content_history', {});
  expect(history.body).toMatchObject([
    { id: 2, note: 'Nuevos precios', published_by: server.as('carla').email },
    { id: 1, note: '', published_by: null },
  ]);
});

test('an older release is published again', async () => {
  await save(later, 1);
  await publish(2);
  await save(first, 2);
  expect(await publish(3, 'Como antes')).toEqual({ status: 200, body: 3 });
  expect((await readReleases())[0]).toEqual({ id: 3, content: first });
});

test('of two administrators the second is told who was faster', async () => {
  expect((await save(later, 1, pilar.token)).status).toBe(200);
  const refused = await save({ ...first, routes: [] }, 1);
  expect(refused).toMatchObject({ status: 409, body: { code: 'content_conflict' } });
  expect(problemsOf(refused)).toMatchObject({ version: 2, updated_by: pilar.email });
  expect((await publish(1)).status).toBe(409);
  expect(await readDraft()).toEqual({ version: 2, content: later });
});

test('of two at the same moment one saves', async () => {
  const rivals = [{ ...first, routes: [] }, later].map((content) => save(content, 1));
  expect((await Promise.all(rivals)).map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('saving and publishing can be repeated when the response was lost', async () => {
  await save(later, 1);
  expect(await save(later, 1)).toEqual({ status: 200, body: 2 });
  await publish(2);
  expect(await publish(2)).toEqual({ status: 200, body: 2 });
  expect(await readReleases()).toHaveLength(2);
});

test.each<[string, unknown, unknown]>([
  ['an unknown field', { ...first, extra: 1 }, { path: ['extra'], code: 'unknown_field' }],
  ['no document', null, { path: [], code: 'wrong_type' }],
  [
    'too many routes',
    {
      ...first,
      routes: Array.from({ length: 61 }, (_, index) => ({ ...first.routes[0], id: `r-${index}` })),
    },
    { path: ['routes'], code: 'too_many', limit: 60 },
  ],
  [
    'more than 2 MB',
    { ...first, notice: 'x'.repeat(1_950_000) },
    { path: [], code: 'too_large', limit: 2_000_000 },
  ],
])('a document with %s is refused as a whole, and the draft stays', async (_what, content, problem) => {
  const refused = await save(content, 1);
  expect(refused).toMatchObject({ status: 400, body: { code: 'content_invalid' } });
  expect(problemsOf(refused)).toEqual([problem]);
  expect(await readDraft()).toEqual({ version: 1, content: first });
});

test('a body of more than 2 MiB is not read', async () => {
  expect((await save({ ...first, notice: 'x'.repeat(2_200_000) }, 1)).status).toBe(413);
});

test('the largest release reaches a device compressed, in time and once', async () => {
  const largest = readLargestRelease();
  expect((await save(largest, 1)).status).toBe(200);
  expect((await publish(2)).status).toBe(200);
  const newest = '/rest/v1/content_releases?order=id.desc&limit=1&select=id,published_at';
  const headers = { 'accept-encoding': 'gzip' };
  expect((await (await server.request(newest, { headers })).text()).length).toBeLessThan(200);
  const whole = await server.request(`${newest},content`, { headers });
  expect([whole.status, whole.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  const bytes = Buffer.from(await whole.arrayBuffer());
  // With 1.6 Mb/s before the device's request ends, after 15 seconds.
  expect((bytes.length * 8) / 1_600_000).toBeLessThan(15);
  const [row] = JSON.parse(gunzipSync(bytes).toString()) as { content: Content }[];
  expect(row!.content).toEqual(largest);
  const known = { ...headers, 'if-none-match': whole.headers.get('etag') ?? '' };
  const again = await server.request(`${newest},content`, { headers: known });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('a place more than the largest release has is refused', async () => {
  const largest = readLargestRelease();
  const place = { ...largest.places.at(-1)!, id: 'one-more' };
  const refused = await save({ ...largest, places: [...largest.places, place] }, 1);
  expect([refused.status, problemsOf(refused)]).toEqual([
    400,
    [{ path: [], code: 'too_large', limit: 2_000_000 }],
  ]);
});

test('nobody draws several large releases with one request', async () => {
  await server.context.db.query(
    'insert into content_releases (id, content) select n, $1 from generate_series(2, 6) as n',
    [JSON.stringify(readLargestRelease())],
  );
  for (const query of ['select=content', 'select=id,content&order=id.desc', 'select=content&limit=5']) {
    const response = await server.request(`/rest/v1/content_releases?${query}`);
    const { code } = (await response.json()) as { code: string };
    // Too many bytes, or, on a busy machine, too much time for a request without an account.
    expect(['PGRST414', '57014']).toContain(code);
  }
});

test('a draft may be unfinished, a release may not', async () => {
  const unfinished = { ...first, company: { ...first.company, name: '' } };
  expect(await save(unfinished, 1)).toEqual({ status: 200, body: 2 });
  const refused = await publish(2);
  expect(refused).toMatchObject({ status: 400, body: { code: 'content_invalid' } });
  expect(problemsOf(refused)).toEqual([{ path: ['company', 'name'], code: 'empty' }]);
  expect((await readReleases())[0]?.id).toBe(1);
});

test('a note has at most 500 characters', async () => {
  await save(later, 1);
  expect(await publish(2, 'x'.repeat(501))).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  });
  expect((await publish(2, 'x'.repeat(500))).status).toBe(200);
});

test('publishing rewrites the rows of time_based_routes', async () => {
  const [short, long] = first.tours as [Content['tours'][0], Content['tours'][0]];
  const wine = { ...long, id: '00000000-0000-4000-8000-000000000003', name: { es: 'Viñas' }, stops: [] };
  const renamed = { ...short, name: editSpanish(short.name, 'Santiago en tres horas') };
  await save({ ...first, tours: [renamed, wine] }, 1);
  await publish(2);
  const tours = await readTours();
  expect(tours).toMatchObject([
    { id: short.id, name: 'Santiago en tres horas', duration: '3hours', taxiTime: '3 horas' },
    { id: wine.id, name: 'Viñas', duration: 'fullday', taxiTime: '8 horas', stops: [] },
  ]);
  expect(tours[0]?.['stops']).toEqual(
    short.stops.map(({ place, duration, description }) => ({
      place: place.es,
      duration: duration.es,
      description: description.es,
    })),
  );
});

test('when the tours cannot be written, nothing is published', async () => {
  const before = await readTours();
  await save({ ...later, tours: [] }, 1);
  const { db } = server.context;
  await db.query(`create function public.keep_tours() returns trigger language plpgsql as
    $$ begin raise 'the tours stay'; end $$`);
  await db.query(
    `create trigger keep_tours before delete on time_based_routes execute function keep_tours()`,
  );
  expect((await publish(2)).status).toBe(400);
  await db.query('drop function public.keep_tours() cascade');
  expect(await readTours()).toEqual(before);
  expect((await readReleases()).map(({ id }) => id)).toEqual([1]);
});

test('the largest tour that is valid fits into its row', async () => {
  const words = (length: number) => ({ es: '🚕'.repeat(length) });
  const stop = { place: words(100), duration: words(40), description: words(400) };
  const [tour] = first.tours;
  const largest = {
    ...tour,
    name: words(100),
    description: words(1000),
    taxiTime: words(60),
    stops: Array.from({ length: 20 }, () => stop),
  };
  await save({ ...first, tours: [largest] }, 1);
  expect(await publish(2)).toEqual({ status: 200, body: 2 });
});

test('the audit log has what was published, once, and no saved drafts', async () => {
  await save(later, 1);
  await publish(2);
  await server.context.audit.settled();
  const { body } = await call('audit_log', {});
  const targets = (body as { entries: { payload: { traits: { target: string } } }[] }).entries.map(
    ({ payload }) => payload.traits.target,
  );
  expect(targets.filter((target) => /content|release/.test(target)).slice(0, 1)).toEqual(['release:2']);
  expect(targets.filter((target) => target.includes('rpc'))).toEqual([]);
});

test('releases never change, not for administrators and not for the service', async () => {
  const requests = [
    ['PATCH', '/rest/v1/content_releases?id=eq.1', '{"note":"x"}'],
    ['DELETE', '/rest/v1/content_releases?id=eq.1', undefined],
    ['POST', '/rest/v1/content_releases', '{"id":9,"content":{}}'],
  ] as const;
  for (const [method, path, body] of requests) {
    const init = { method, headers: { 'content-type': 'application/json' }, ...(body && { body }) };
    expect((await server.as('carla').request(path, init)).status, method).toBe(403);
    expect((await server.service(path, init)).status, method).toBe(403);
  }
});

test('a number that nobody can dial or a wrong check digit is kept in the draft and refused at publication', async () => {
  const refused = [
    ['whatsappNumber', '987654321'],
    ['whatsappNumber', '98765432'],
    ['whatsappNumber', '+98 7654321'],
    ['phone', '+56 9 8765 432'],
    ['phone', '0987654321'],
    ['rut', '76.543.210-4'],
    ['rut', '76.543.210'],
  ] as const;
  for (const [index, [field, value]] of refused.entries()) {
    const content = { ...first, company: { ...first.company, [field]: value } };
    expect(await save(content, index + 1), value).toEqual({ status: 200, body: index + 2 });
    const answer = await publish(index + 2);
    expect(answer, value).toMatchObject({ status: 400, body: { code: 'content_invalid' } });
    expect(JSON.parse((answer.body as { details: string }).details)).toEqual([
      { path: ['company', field], code: 'wrong_number' },
    ]);
  }
  expect(await readReleases()).toHaveLength(1);
});

test('what everybody dials the same is published', async () => {
  const company = {
    ...first.company,
    whatsappNumber: '+56987654321',
    phone: '+56 2 2345 6789',
    rut: '76.543.210-3',
  };
  expect(await save({ ...first, company }, 1)).toEqual({ status: 200, body: 2 });
  expect((await publish(2)).status).toBe(200);
});

test('the API understands the phone of a driver as the form does', async () => {
  const { driverId } = server.as('diego');
  const stored: unknown[] = [];
  for (const contact of ['9 1234 5678', '56912345678', '09.8765.4321', '+54 9 11 2345-6789', '123456789']) {
    const response = await server.as('carla').request(`/rest/v1/drivers?id=eq.${driverId}&select=contact`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', prefer: 'return=representation' },
      body: JSON.stringify({ contact }),
    });
    stored.push(((await response.json()) as { contact: string }[])[0]?.contact);
  }
  expect(stored).toEqual(['+56912345678', '+56912345678', '+56987654321', '+5491123456789', '123456789']);
});
