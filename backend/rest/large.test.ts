import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await server.context.db.query(`
    create table public.pages (id int primary key, content text not null);
    insert into public.pages select 1, string_agg('page ' || n, ' ') from generate_series(1, 5000) n;
    insert into public.pages values (2, 'short');
    grant select on public.pages to anon`);
});
afterAll(() => server[Symbol.asyncDispose]());

const ask = (id: number, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  server.request(`/rest/v1/pages?select=content&id=eq.${id}`, { headers });

test('a large answer is compressed for who accepts that, and is the same for who does not', async () => {
  const compressed = await ask(1, { 'accept-encoding': 'br, gzip' });
  const plain = await ask(1, { 'accept-encoding': 'identity' });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.headers.get('vary')).toContain('Accept-Encoding');
  const bytes = Buffer.from(await compressed.arrayBuffer());
  const text = await plain.text();
  expect(gunzipSync(bytes).toString()).toBe(text);
  expect(bytes.length).toBeLessThan(text.length / 3);
  const again = await ask(1, { 'accept-encoding': 'gzip' });
  expect(gunzipSync(Buffer.from(await again.arrayBuffer())).toString()).toBe(text);
});

test('who has the same answer gets 304, until it changes', async () => {
  const tag = (await ask(1)).headers.get('etag') ?? '';
  const same = await ask(1, { 'if-none-match': tag });
  expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag]);
  await server.context.db.query(`update public.pages set content = content || ' more' where id = 1`);
  const changed = await ask(1, { 'if-none-match': tag });
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain(' more');
});

test('a short answer is neither', async () => {
  const { headers } = await ask(2, { 'accept-encoding': 'gzip' });
  expect([headers.get('content-encoding'), headers.get('etag')]).toEqual([null, null]);
});
