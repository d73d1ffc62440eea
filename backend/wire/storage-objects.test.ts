import { expect, test } from 'vitest';
import { anybody, as, call, must, newPerson, service, told } from './people.ts';
import { newBucket, picture } from './pictures.ts';

const [secret, open] = [await newBucket(), await newBucket({ public: true })];
const bucket = service.storage.from(secret);
const openBucket = service.storage.from(open);
const bytes = Buffer.from('0123456789');
const url = (path: string) => `/storage/v1/${path}`;

test.each([
  ['a Buffer', () => bytes],
  ['an ArrayBuffer', () => new Uint8Array(bytes).buffer],
  ['a Blob', () => new Blob([bytes], { type: 'text/plain' })],
  ['a File', () => new File([bytes], 'x.txt', { type: 'text/plain' })],
  ['a text', () => bytes.toString()],
  ['a stream', () => new Blob([bytes]).stream()],
  [
    'a form',
    () => {
      const form = new FormData();
      form.append('', new Blob([bytes], { type: 'text/plain' }));
      return form;
    },
  ],
])('uploads %s', async (name, body) => {
  const path = `bodies/${name}.txt`;
  const made = must(
    await bucket.upload(path, body(), { contentType: 'text/plain', duplex: 'half' } as object),
  );
  expect(made).toEqual({ id: expect.any(String), path, fullPath: `${secret}/${path}` });
  expect(await must(await bucket.download(path)).text()).toBe('0123456789');
  expect(must(await bucket.info(path))).toMatchObject({
    contentType: expect.stringContaining('text/plain'),
    size: 10,
  });
});

test('a name is taken once, unless upsert or update says otherwise', async () => {
  must(await bucket.upload('once.txt', 'one'));
  expect((await bucket.upload('once.txt', 'two')).error).toMatchObject({
    status: 400,
    statusCode: '409',
    message: 'The resource already exists',
  });
  must(await bucket.upload('once.txt', 'three', { upsert: true }));
  expect(await must(await bucket.download('once.txt')).text()).toBe('three');
  must(await bucket.update('once.txt', 'four'));
  expect(await must(await bucket.download('once.txt')).text()).toBe('four');
  expect((await bucket.update('new.txt', 'made')).data).toMatchObject({ path: 'new.txt' });
});

test('keeps cache control and metadata', async () => {
  const options = { cacheControl: '120', metadata: { trip: 'north', n: 1 }, contentType: 'text/plain' };
  for (const [name, body] of [
    ['raw.txt', bytes],
    ['blob.txt', new Blob([bytes], { type: 'text/plain' })],
  ] as const) {
    must(await bucket.upload(name, body, options));
    const info = must(await bucket.info(name));
    expect(info).toMatchObject({
      name,
      bucketId: secret,
      cacheControl: 'max-age=120',
      metadata: { trip: 'north', n: 1 },
      etag: expect.stringMatching(/^".+"$/),
      version: expect.any(String),
      lastModified: expect.any(String),
      createdAt: expect.any(String),
    });
    expect(info).not.toHaveProperty('updatedAt');
  }
});

test('info and exists of what is not there', async () => {
  expect((await bucket.exists('new.txt')).data).toBe(true);
  expect((await bucket.exists('nothing.txt')).data).toBe(false);
  expect((await bucket.info('nothing.txt')).error).toMatchObject({
    statusCode: '404',
    message: 'Object not found',
  });
  expect((await bucket.download('nothing.txt')).error).toBeTruthy();
});

test('serves with type, validators, parts and conditions', async () => {
  must(await openBucket.upload('served.txt', bytes, { contentType: 'text/plain', cacheControl: '60' }));
  const get = (headers: Record<string, string> = {}) =>
    call(url(`object/public/${open}/served.txt`), { headers });
  const whole = await get();
  expect(whole.headers.get('content-type')).toContain('text/plain');
  expect(whole.headers.get('cache-control')).toContain('max-age=60');
  expect(whole.headers.get('accept-ranges')).toBe('bytes');
  expect(whole.headers.get('content-length')).toBe('10');
  const [etag, modified] = [whole.headers.get('etag')!, whole.headers.get('last-modified')!];
  expect((await get({ 'if-none-match': etag })).status).toBe(304);
  expect((await get({ 'if-modified-since': modified })).status).toBe(304);
  const part = await get({ range: 'bytes=2-4' });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes 2-4/10',
    '234',
  ]);
  const last = await get({ range: 'bytes=-3' });
  expect([last.status, await last.text()]).toEqual([206, '789']);
  const beyond = await get({ range: 'bytes=20-30' });
  expect([400, 416]).toContain(beyond.status);
  const head = await call(url(`object/public/${open}/served.txt`), { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
});

test('downloads under a name', async () => {
  must(await openBucket.upload('named.txt', 'x', { upsert: true }));
  for (const [download, expected] of [
    [true, /^attachment/],
    ['recibo ñ.txt', /filename\*=UTF-8''recibo%20%C3%B1\.txt/],
  ] as const) {
    const { publicUrl } = openBucket.getPublicUrl('named.txt', { download }).data;
    expect((await fetch(publicUrl)).headers.get('content-disposition')).toMatch(expected);
  }
});

test('what is public is read by anybody, what is not by nobody', async () => {
  must(await openBucket.upload('p.txt', 'x', { upsert: true }));
  must(await bucket.upload('p.txt', 'x', { upsert: true }));
  expect((await call(url(`object/public/${open}/p.txt`))).status).toBe(200);
  expect((await anybody.storage.from(open).download('p.txt')).error).toBeNull();
  expect(await told(call(url(`object/public/${secret}/p.txt`)))).toEqual({
    status: 400,
    body: { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found', code: 'NoSuchBucket' },
  });
  for (const path of [
    `object/${secret}/p.txt`,
    `object/authenticated/${secret}/p.txt`,
    `object/info/${secret}/p.txt`,
  ]) {
    expect(await told(call(url(path)))).toMatchObject({ status: 400, body: { statusCode: '404' } });
    expect((await call(url(path), { headers: as() })).status).toBe(200);
  }
});

test('lists a folder: files, folders, pages, order, search', async () => {
  for (const name of ['b.txt', 'a.txt', 'c.txt', 'sub/d.txt']) must(await bucket.upload(`list/${name}`, 'x'));
  const names = async (options?: object) => must(await bucket.list('list', options)).map(({ name }) => name);
  expect((await names({ sortBy: { column: 'name', order: 'asc' } })).toSorted()).toEqual([
    'a.txt',
    'b.txt',
    'c.txt',
    'sub',
  ]);
  expect(await names({ limit: 2, offset: 1 })).toHaveLength(2);
  expect(await names({ search: 'b' })).toContain('b.txt');
  const all = must(await bucket.list('list'));
  expect(all.find(({ name }) => name === 'a.txt')).toMatchObject({
    id: expect.any(String),
    metadata: { size: 1, eTag: expect.any(String) },
  });
  expect(all.find(({ name }) => name === 'sub')).toMatchObject({ id: null, metadata: null });
  expect(must(await service.storage.from('wire-no-such').list())).toEqual([]);
  expect(must(await anybody.storage.from(secret).list('list'))).toEqual([]);
});

test('lists with a cursor', async () => {
  for (const name of ['1', '2', '3', 'x/4']) must(await bucket.upload(`v2/${name}.txt`, 'x'));
  const first = must(await bucket.listV2({ prefix: 'v2/', limit: 2, with_delimiter: true }));
  expect(first).toMatchObject({ hasNext: true, nextCursor: expect.any(String) });
  const rest = must(await bucket.listV2({ prefix: 'v2/', cursor: first.nextCursor!, with_delimiter: true }));
  const seen = [first, rest].flatMap(({ objects }) => objects.map(({ name }) => name));
  expect(seen).toEqual(['v2/1.txt', 'v2/2.txt', 'v2/3.txt']);
  expect(rest.folders.map(({ name }) => name)).toEqual(['v2/x/']);
  expect(rest.hasNext).toBe(false);
});

test('moves, copies, into another bucket too', async () => {
  must(await bucket.upload('from.txt', 'moved'));
  expect((await bucket.move('from.txt', 'to.txt')).data).toEqual({ message: 'Successfully moved' });
  expect((await bucket.exists('from.txt')).data).toBe(false);
  expect((await bucket.copy('to.txt', 'copy.txt')).data).toEqual({ path: `${secret}/copy.txt` });
  expect((await bucket.copy('to.txt', 'copy.txt')).error).toMatchObject({ statusCode: '409' });
  must(await bucket.copy('to.txt', 'elsewhere.txt', { destinationBucket: open }));
  expect(await must(await openBucket.download('elsewhere.txt')).text()).toBe('moved');
  must(await bucket.move('to.txt', 'moved.txt', { destinationBucket: open }));
  expect((await bucket.move('nothing.txt', 'x.txt')).error).toMatchObject({ statusCode: '404' });
});

test('removes what is there, and says what that was', async () => {
  must(await bucket.upload('gone/1.txt', 'x'));
  const gone = must(await bucket.remove(['gone/1.txt', 'gone/2.txt']));
  expect(gone).toMatchObject([{ name: 'gone/1.txt', bucket_id: secret, metadata: { size: 1 } }]);
  must(await bucket.upload('gone/3.txt', 'x'));
  const one = { method: 'DELETE', headers: as() };
  expect(await told(call(url(`object/${secret}/gone/3.txt`), one))).toEqual({
    status: 200,
    body: { message: 'Successfully deleted' },
  });
  expect((await bucket.remove([])).error).toMatchObject({ statusCode: '400' });
});

test.each(['a{b.txt', 'ñ.txt', 'a%00b'])('the key %s is not allowed', async (key) => {
  const { error } = await bucket.upload(key, 'x');
  expect(error).toMatchObject({ status: 400, statusCode: '400' });
});

test('a walker writes photos under the own prefix in the bucket of the project, and nothing else', async () => {
  const { client, user } = await newPerson();
  const photos = client.storage.from('pictures');
  const file = new File([new Uint8Array(await picture())], 'p.jpg', { type: 'image/jpeg' });
  const path = `profile-photos/${user.id}-1.jpg`;
  must(await photos.upload(path, file));
  const seen = await fetch(photos.getPublicUrl(path).data.publicUrl);
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const denied = { statusCode: '403', message: 'new row violates row-level security policy' };
  expect((await photos.upload('profile-photos/other-1.jpg', file)).error).toMatchObject(denied);
  expect((await anybody.storage.from('pictures').upload(path, file)).error).toMatchObject(denied);
  expect(must(await photos.remove([path]))).toHaveLength(1);
});
