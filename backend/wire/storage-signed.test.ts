import sharp from 'sharp';
import { expect, inject, test } from 'vitest';
import { anybody, as, call, must, newPerson, post, service, told } from './people.ts';
import { newBucket, picture } from './pictures.ts';

const id = await newBucket();
const bucket = service.storage.from(id);
must(await bucket.upload('a.txt', 'signed', { contentType: 'text/plain' }));
must(await bucket.upload('b.txt', 'other', { contentType: 'text/plain' }));
must(await bucket.upload('p.jpg', await picture(400, 300), { contentType: 'image/jpeg' }));
const root = `${inject('wire').url}/storage/v1`;

test('a signed URL is read by whoever has it', async () => {
  const { signedUrl } = must(await bucket.createSignedUrl('a.txt', 60));
  const answer = await fetch(signedUrl);
  expect([answer.status, await answer.text()]).toEqual([200, 'signed']);
  const named = must(await bucket.createSignedUrl('a.txt', 60, { download: 'x.txt' })).signedUrl;
  expect((await fetch(named)).headers.get('content-disposition')).toContain('x.txt');
  const { body } = await told(post(`/storage/v1/object/sign/${id}/a.txt`, { expiresIn: 60 }, as()));
  expect(body).toEqual({
    signedURL: expect.stringMatching(new RegExp(`^/object/sign/${id}/a\\.txt\\?token=`)),
  });
});

test('several at once, with a word for those that are not there', async () => {
  const signed = must(await bucket.createSignedUrls(['a.txt', 'nothing.txt'], 60));
  expect(signed).toMatchObject([
    { path: 'a.txt', error: null, signedUrl: expect.stringContaining('token=') },
    { path: 'nothing.txt', error: 'Either the object does not exist or you do not have access to it' },
  ]);
});

test('it is good for its object, its time and as it was made', async () => {
  const { signedUrl } = must(await bucket.createSignedUrl('a.txt', 60));
  const token = new URL(signedUrl).searchParams.get('token')!;
  const read = (path: string, value?: string) =>
    told(fetch(`${root}/object/sign/${id}/${path}${value === undefined ? '' : `?token=${value}`}`));
  expect(await read('b.txt', token)).toMatchObject({ status: 400, body: { code: 'InvalidSignature' } });
  expect(await read('a.txt', `${token}x`)).toMatchObject({ status: 400, body: { statusCode: '400' } });
  expect(await read('a.txt', 'a.b.c')).toMatchObject({ status: 400, body: { code: 'InvalidJWT' } });
  expect(await read('a.txt')).toMatchObject({ status: 400, body: { statusCode: '400' } });
  const brief = must(await bucket.createSignedUrl('a.txt', 1)).signedUrl;
  await expect.poll(async () => (await fetch(brief)).status, { timeout: 5000 }).toBe(400);
  expect(await told(fetch(brief))).toMatchObject({
    body: { code: 'InvalidJWT', message: '"exp" claim timestamp check failed' },
  });
});

test('only who can read can sign', async () => {
  const { client } = await newPerson();
  for (const each of [client, anybody])
    expect((await each.storage.from(id).createSignedUrl('a.txt', 60)).error).toMatchObject({
      status: 400,
      statusCode: '404',
    });
  expect((await bucket.createSignedUrl('nothing.txt', 60)).error).toMatchObject({ statusCode: '404' });
});

test.each([{}, { expiresIn: 0 }, { expiresIn: 'long' }, { expiresIn: 60, transform: { width: 'wide' } }])(
  'refuses to sign with %j',
  async (body) => {
    expect(await told(post(`/storage/v1/object/sign/${id}/a.txt`, body, as()))).toMatchObject({
      status: 400,
      body: { statusCode: '400' },
    });
  },
);

test('a signed upload is used once, unless it may replace', async () => {
  const made = must(await bucket.createSignedUploadUrl('up.txt'));
  expect(made).toEqual({
    path: 'up.txt',
    token: expect.any(String),
    signedUrl: expect.stringContaining('token='),
  });
  const guest = anybody.storage.from(id);
  must(await guest.uploadToSignedUrl('up.txt', made.token, 'one', { contentType: 'text/plain' }));
  expect(await must(await bucket.download('up.txt')).text()).toBe('one');
  expect((await guest.uploadToSignedUrl('up.txt', made.token, 'two')).error).toMatchObject({
    statusCode: '409',
  });
  expect((await guest.uploadToSignedUrl('other.txt', made.token, 'x')).error).toMatchObject({
    statusCode: '400',
  });
  const again = must(await bucket.createSignedUploadUrl('up.txt', { upsert: true }));
  must(await guest.uploadToSignedUrl('up.txt', again.token, new Blob(['three'], { type: 'text/plain' })));
  expect(await must(await bucket.download('up.txt')).text()).toBe('three');
  expect((await bucket.createSignedUploadUrl('up.txt')).error).toMatchObject({ statusCode: '409' });
});

test('a token for reading does not write, one for writing does not read', async () => {
  const upload = must(await bucket.createSignedUploadUrl('w.txt')).token;
  const download = new URL(must(await bucket.createSignedUrl('a.txt', 60)).signedUrl).searchParams.get(
    'token',
  )!;
  expect((await anybody.storage.from(id).uploadToSignedUrl('a.txt', download, 'x')).error).toBeTruthy();
  expect(await told(fetch(`${root}/object/sign/${id}/w.txt?token=${upload}`))).toMatchObject({ status: 400 });
});

test('pictures in other sizes: signed, with a token, public', async () => {
  const size = async (answer: Response) => {
    expect(answer.status).toBe(200);
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    return [width, height];
  };
  const transform = { width: 100, height: 50, resize: 'fill', quality: 60 } as const;
  const { signedUrl } = must(await bucket.createSignedUrl('p.jpg', 60, { transform }));
  const signed = await fetch(signedUrl);
  expect(signed.headers.get('x-transformations')).toContain('width:100');
  expect(await size(signed)).toEqual([100, 50]);
  const blob = must(await bucket.download('p.jpg', { transform: { width: 40 } }));
  expect(blob.type).toMatch(/^image\//);
  const contained = `/storage/v1/render/image/authenticated/${id}/p.jpg?width=100&height=100&resize=contain`;
  expect(await size(await call(contained, { headers: as() }))).toEqual([100, 75]);
  const open = await newOpenPicture();
  expect(await size(await fetch(`${open}?width=60&height=60`))).toEqual([60, 60]);
  const wrong = await told(fetch(`${open}?resize=stretch`));
  expect(wrong).toMatchObject({ status: 400, body: { statusCode: '400' } });
});

const openId = await newBucket({ public: true });

/** The address of a public picture, to be made smaller. */
async function newOpenPicture(): Promise<string> {
  const open = service.storage.from(openId);
  must(await open.upload('o.jpg', await picture(120, 90), { contentType: 'image/jpeg' }));
  return open.getPublicUrl('o.jpg', { transform: { width: 1 } }).data.publicUrl.split('?')[0]!;
}
