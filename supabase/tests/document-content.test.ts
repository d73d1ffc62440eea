import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { photoKey, picture, storageClient } from '../../backend/testing/storage.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { sendTo } from '../../backend/testing/send.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());
// A driver keeps 20 files of documents, an account five photos.
afterEach(() => server.context.db.query('delete from storage.objects'));

const secret = () => server.context.config.keys.secret;
const files = (bucket: string, token = server.as('diego').token) => storageClient(server, token).from(bucket);
const documentKey = () => `drivers/${server.as('diego').driverId}/${randomUUID()}`;
const ownPhotoKey = () => photoKey(server.as('diego').userId, `${randomUUID()}.jpg`);
const blob = (bytes: Buffer, type: string) => new Blob([new Uint8Array(bytes)], { type });

const page = '<!doctype html><script>alert(document.domain)</script>';
const html = Buffer.from(page);
const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const zip = Buffer.from('PK\x03\x04............');

/** Uploads as diego in each of the ways there are. */
const ways = {
  async multipart(key: string, body: Buffer, type: string) {
    return (await files('documentos').upload(key, blob(body, type))).error;
  },
  async raw(key: string, body: Buffer, type: string) {
    return (await files('documentos').upload(key, body, { contentType: type })).error;
  },
  async upsert(key: string, body: Buffer, type: string) {
    return (await files('documentos', secret()).update(key, body, { contentType: type })).error;
  },
  async 'signed URL'(key: string, body: Buffer, type: string) {
    const { data } = await files('documentos').createSignedUploadUrl(key);
    const nobody = storageClient(server).from('documentos');
    return (await nobody.uploadToSignedUrl(key, data?.token ?? '', body, { contentType: type })).error;
  },
  async 'content encoding'(key: string, body: Buffer, type: string) {
    const response = await server.as('diego').request(`/storage/v1/object/documentos/${key}`, {
      method: 'POST',
      headers: { 'content-type': type, 'content-encoding': 'identity, br' },
      body: new Uint8Array(body),
    });
    return response.ok ? null : ((await response.json()) as object);
  },
};
const wayNames = Object.keys(ways) as (keyof typeof ways)[];

const disguises: readonly (readonly [what: string, body: Buffer, type: string])[] = [
  ['HTML as application/pdf', html, 'application/pdf'],
  ['HTML as application/pdf;text/html', html, 'application/pdf;text/html'],
  ['HTML as APPLICATION/PDF', html, 'APPLICATION/PDF'],
  ['HTML in front of a PDF', Buffer.concat([html, pdf]), 'application/pdf'],
  ['an SVG with a script as image/png', svg, 'image/png'],
  ['an SVG with a script as application/pdf', svg, 'application/pdf'],
  ['a ZIP as application/pdf', zip, 'application/pdf'],
  ['HTML as image/jpeg', html, 'image/jpeg'],
  ['nothing as application/pdf', Buffer.alloc(0), 'application/pdf'],
];

describe('a document is what its bytes say', () => {
  const cases = disguises.flatMap(([what, body, type]) =>
    wayNames.map((way) => [what, way, body, type] as const),
  );
  test.each(cases)('N8: %s is refused, %s', async (_what, way, body, type) => {
    const key = documentKey();
    expect(await ways[way](key, body, type)).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' });
    expect((await files('documentos').exists(key)).data).toBe(false);
  });

  test('N8: nor is a picture stored as application/pdf', async () => {
    const key = documentKey();
    expect(await ways.raw(key, await picture(), 'application/pdf')).toBeNull();
    expect((await files('documentos').info(key)).data?.contentType).toBe('image/jpeg');
  });

  test.each([
    ['application/octet-stream', pdf],
    ['application/x-pdf', pdf],
    ['image/jpeg', pdf],
    ['application/pdf', Buffer.concat([Buffer.from('\r\n'), pdf])],
    ['application/pdf', Buffer.concat([Buffer.from('\ufeff'), pdf])],
    ['application/pdf', Buffer.concat([Buffer.from('\x1b%-12345X@PJL JOB\r\n@PJL SET A=B\r\n'), pdf])],
  ])('D9 D11: a PDF with the type %s is stored as one', async (type, body) => {
    for (const way of wayNames) {
      const key = documentKey();
      expect(await ways[way](key, body, type)).toBeNull();
      expect((await files('documentos').info(key)).data?.contentType).toBe('application/pdf');
    }
  });

  test.each(['application/octet-stream', 'image/x-png', 'text/plain'])(
    'D9: a photo with the type %s is stored as one',
    async (type) => {
      const key = documentKey();
      expect(await ways.multipart(key, await picture(), type)).toBeNull();
      expect((await files('documentos').info(key)).data?.contentType).toBe('image/jpeg');
    },
  );

  test.each(wayNames)('N8: a PDF has the plain type and is only downloaded, %s', async (way) => {
    for (const type of [
      'application/pdf',
      'APPLICATION/PDF',
      'application/pdf;text/html',
      'Application/Pdf ; x=y',
    ]) {
      const key = documentKey();
      const polyglot = Buffer.concat([pdf, html]);
      expect(await ways[way](key, polyglot, type)).toBeNull();
      const { data } = await files('documentos').createSignedUrl(key, 60);
      const asCaller = await server.as('diego').request(`/storage/v1/object/authenticated/documentos/${key}`);
      for (const { headers } of [await sendTo(server.app, data?.signedUrl ?? ''), asCaller]) {
        expect(headers.get('content-type')).toBe('application/pdf');
        expect(headers.get('content-encoding')).toBeNull();
        expect(headers.get('content-disposition')).toBe('attachment');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      }
    }
  });

  test('N8: no copy and no move brings a disguise into the bucket, or gives it another type', async () => {
    const service = storageClient(server, secret());
    await service.createBucket('loose', { public: false });
    await files('loose', secret()).upload('page.pdf', html, { contentType: 'application/pdf' });
    await files('loose', secret()).upload('page.png', svg, { contentType: 'image/png' });
    const into = { destinationBucket: 'documentos' };
    for (const name of ['page.pdf', 'page.png']) {
      const copied = await files('loose', secret()).copy(name, documentKey(), into);
      const moved = await files('loose', secret()).move(name, documentKey(), into);
      expect([copied.error, moved.error]).toMatchObject([{ statusCode: '415' }, { statusCode: '415' }]);
    }
    const own = documentKey();
    await files('documentos').upload(own, pdf, { contentType: 'application/pdf' });
    for (const mimetype of ['image/png', 'text/html', 'image/svg+xml']) {
      const response = await server.as('diego').request('/storage/v1/object/copy', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          bucketId: 'documentos',
          sourceKey: own,
          destinationKey: documentKey(),
          copyMetadata: false,
          metadata: { mimetype },
        }),
      });
      expect(await response.json()).toMatchObject({ metadata: { mimetype: 'application/pdf' } });
    }
    await service.emptyBucket('loose');
    await service.deleteBucket('loose');
  });

  test('N8: files from before are served as downloads', async () => {
    const key = documentKey();
    await files('documentos').upload(key, pdf, { contentType: 'application/pdf' });
    for (const type of ['text/html', 'image/svg+xml', 'image/png', 'application/pdf;text/html']) {
      await server.context.db.query(
        `update storage.objects set metadata = metadata || jsonb_build_object('mimetype', $2::text) where name = $1`,
        [key, type],
      );
      const response = await server.as('diego').request(`/storage/v1/object/documentos/${key}`);
      expect(response.headers.get('content-disposition')).toBe('attachment');
    }
  });
});

/** A photo as a phone takes it: turned, with its position. Red is on top once it stands upright. */
async function phonePhoto(): Promise<Buffer> {
  const left = await sharp({ create: { width: 80, height: 120, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 160, height: 120, channels: 3, background: 'blue' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Model: 'Phone of Diego' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 26/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">position of Diego</x:xmpmeta>')
    .toBuffer();
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const polyglots: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a JPEG with a page in a comment': async () => {
    const jpeg = await picture();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), html]);
    return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
  },
  'a JPEG with a page behind it': async () => Buffer.concat([await picture(), html]),
  'a JPEG with a ZIP behind it': async () => Buffer.concat([await picture(), zip, html]),
  'a PNG with a page in a text chunk': async () => {
    const png = await picture(40, 30, 'png');
    const text = pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), html]));
    return Buffer.concat([png.subarray(0, 33), text, png.subarray(33)]);
  },
  'a GIF with a page behind it': async () => Buffer.concat([await picture(40, 30, 'gif'), html]),
  'a WebP with a page behind it': async () => Buffer.concat([await picture(40, 30, 'webp'), html]),
  'a JPEG with a PDF behind it': async () => Buffer.concat([await picture(), pdf, html]),
};

const pictureBuckets = [
  ['imagenes', () => ownPhotoKey()],
  ['documentos', () => documentKey()],
] as const;

describe.each(pictureBuckets)('a picture in %s', (bucket, newKey) => {
  async function stored(bytes: Buffer): Promise<Buffer> {
    const key = newKey();
    expect((await files(bucket).upload(key, blob(bytes, 'image/jpeg'))).error).toBeNull();
    const response = await server.as('diego').request(`/storage/v1/object/${bucket}/${key}`);
    expect(response.headers.get('content-disposition')).toBeNull();
    return Buffer.from(await response.arrayBuffer());
  }

  test('N8: F7 loses its position and stands upright', async () => {
    const taken = await phonePhoto();
    expect([taken.includes('Phone of Diego'), taken.includes('position of Diego')]).toEqual([true, true]);
    const bytes = await stored(taken);
    const { width, height, exif, xmp, orientation } = await sharp(bytes).metadata();
    expect({ width, height, exif, xmp, orientation }).toEqual({ width: 120, height: 160 });
    expect(bytes.includes('of Diego')).toBe(false);
    const pixels = await sharp(bytes).raw().toBuffer();
    expect(pixels[(10 * 120 + 60) * 3]).toBeGreaterThan(200);
  });

  test.each(Object.entries(polyglots))('N8: F4 %s is only a picture afterwards', async (_, make) => {
    const body = await make();
    expect(body.includes('script')).toBe(true);
    const bytes = await stored(body);
    expect(bytes.includes('script')).toBe(false);
    expect(['jpeg', 'webp']).toContain((await sharp(bytes).metadata()).format);
  });

  test('N8: F5 a picture of 900 million pixels is refused', async () => {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(30_000, 0);
    header.writeUInt32BE(30_000, 4);
    header[8] = 8;
    const parts = [
      pngChunk('IHDR', header),
      pngChunk('IDAT', Buffer.alloc(100)),
      pngChunk('IEND', Buffer.alloc(0)),
    ];
    const bomb = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
    const { error } = await files(bucket).upload(newKey(), blob(bomb, 'image/png'));
    expect(error).toMatchObject({ statusCode: '413' });
  });
});
