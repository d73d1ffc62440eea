import { randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { StorageError } from '../errors.ts';
import { createReencoder } from './reencode.ts';
import { file, photoKey, picture, storageClient } from '../../testing/storage.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

function newKey(): string {
  return photoKey(server.as('diego').userId, `${randomUUID()}.jpg`);
}

/** Uploads as diego and returns the public picture. */
async function throughTheServer(body: File | Buffer, contentType?: string) {
  const photos = storageClient(server, server.as('diego').token).from('pictures');
  const key = newKey();
  const { error } = await photos.upload(key, body, contentType ? { contentType } : {});
  if (error) throw error;
  const response = await server.request(`/storage/v1/object/public/pictures/${key}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect((await photos.remove([key])).data).toHaveLength(1);
  return { response, bytes };
}

describe('a photo of a phone', () => {
  test('F7 becomes upright and at most 1024 pixels, and loses its location', async () => {
    // The camera was turned: the left half is red, which is the top of the upright picture.
    const left = await sharp({ create: { width: 800, height: 1200, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const taken = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: 'blue' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Model: 'Phone of Diego' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 26/1 0/1' },
      })
      .toBuffer();
    expect(taken.includes('Phone of Diego')).toBe(true);

    const { bytes, response } = await throughTheServer(file(taken));
    const { width, height, exif, xmp, icc, orientation } = await sharp(bytes).metadata();
    expect({ width, height }).toEqual({ width: 768, height: 1024 });
    expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(bytes.includes('Phone of Diego')).toBe(false);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    const pixels = await sharp(bytes).raw().toBuffer();
    const [red = 0, , blue = 0] = pixels.subarray((100 * 768 + 384) * 3);
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(60);
  });

  test('is not enlarged', async () => {
    const { bytes } = await throughTheServer(file(await picture(40, 30)));
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 });
  });
});

describe('formats', () => {
  test.each(['png', 'webp', 'avif'] as const)('F11 %s becomes JPEG', async (format) => {
    const { response, bytes } = await throughTheServer(
      file(await picture(20, 20, format), `image/${format}`),
    );
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
  });

  test('keeps transparency', async () => {
    const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } });
    const { response, bytes } = await throughTheServer(file(await clear.png().toBuffer(), 'image/png'));
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', hasAlpha: true });
  });

  test('keeps the first frame of an animation', async () => {
    const frame = async (background: string) =>
      sharp({ create: { width: 10, height: 10, channels: 3, background } })
        .png()
        .toBuffer();
    const frames = await sharp([await frame('red'), await frame('blue')], { join: { animated: true } })
      .gif()
      .toBuffer();
    const { bytes } = await throughTheServer(file(frames, 'image/gif'));
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 10, height: 10 });
    const [red, green, blue] = await sharp(bytes).removeAlpha().raw().toBuffer();
    expect([red, green, blue].map((value) => Math.round((value ?? 0) / 255))).toEqual([1, 0, 0]);
  });

  test('F3 ignores the declared type of a picture', async () => {
    const { response } = await throughTheServer(await picture(10, 10, 'png'), 'image/webp');
    expect(response.headers.get('content-type')).toBe('image/jpeg');
  });
});

describe('content that is not a picture', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  const bodies: readonly (readonly [string, Buffer, string])[] = [
    ['HTML', html, 'image/jpeg'],
    ['SVG', svg, 'image/jpeg'],
    ['SVG declared as such', svg, 'image/svg+xml'],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'image/jpeg'],
    ['ZIP', Buffer.from('PK\x03\x04............'), 'image/png'],
    ['TIFF', Buffer.from('II*\0........'), 'image/jpeg'],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic........'), 'image/jpeg'],
    ['HTML behind the first bytes of a JPEG', Buffer.concat([jpegStart, html]), 'image/jpeg'],
    ['nothing', Buffer.alloc(0), 'image/jpeg'],
  ];
  const ways = ['multipart', 'raw'] as const;
  const cases = bodies.flatMap(([name, body, type]) => ways.map((way) => [name, way, body, type] as const));
  test.each(cases)('F3 F11 rejects %s, %s', async (_name, way, body, type) => {
    const key = newKey();
    const photos = storageClient(server, server.as('diego').token).from('pictures');
    const { error } = await photos.upload(key, way === 'raw' ? body : file(body, type), {
      contentType: type,
    });
    expect(error).toMatchObject({ statusCode: '415', message: `mime type ${type} is not supported` });
    expect((await photos.exists(key)).data).toBe(false);
  });

  test('F3 rejects a truncated picture', async () => {
    const whole = await picture(500, 500);
    const half = whole.subarray(0, whole.length / 2);
    await expect(throughTheServer(half, 'image/jpeg')).rejects.toMatchObject({ statusCode: '415' });
  });

  test('F4 removes a page appended to a picture', async () => {
    const polyglot = Buffer.concat([await picture(), Buffer.from('<script>alert(1)</script>')]);
    const { bytes } = await throughTheServer(file(polyglot));
    expect(bytes.includes('script')).toBe(false);
  });
});

describe('pictures made to exhaust the server', () => {
  function chunk(type: string, data: Buffer): Buffer {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  }

  function hugePng(side: number): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(side, 0);
    header.writeUInt32BE(side, 4);
    header[8] = 8;
    const rows = deflateSync(Buffer.alloc(1000));
    const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
    return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
  }

  function longGif(frames: number): Buffer {
    const start = Buffer.from('GIF89a\x0a\0\x0a\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
    const frame = Buffer.from('21f90401000000002c000000000a000a00000208848fa9cbed0fa39c00', 'hex');
    return Buffer.concat([start, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
  }

  test.each([
    ['30,000 × 30,000 pixels', hugePng(30_000), 'image/png'],
    ['10,000 frames', longGif(10_000), 'image/gif'],
  ])('F5 rejects %s at once, with little memory', async (_name, body, type) => {
    await throughTheServer(await picture(), 'image/jpeg');
    const [start, memory] = [performance.now(), process.memoryUsage.rss()];
    await expect(throughTheServer(body, type)).rejects.toMatchObject({ statusCode: '413' });
    // Decoding it takes longer, and gigabytes.
    expect(performance.now() - start).toBeLessThan(3000);
    expect(process.memoryUsage.rss() - memory).toBeLessThan(50_000_000);
  });

  test('F5 rejects a progressive picture that needs hundreds of megabytes', async () => {
    const blank = sharp({ create: { width: 6000, height: 4000, channels: 3, background: 'white' } });
    const body = await blank.jpeg({ progressive: true }).toBuffer();
    await expect(throughTheServer(body, 'image/jpeg')).rejects.toMatchObject({
      statusCode: '413',
      message: expect.stringContaining(
        '6000 × 4000 pixels; a progressive picture may have 16 million pixels',
      ),
    });
  });

  test.each([
    [8160, 6144],
    [16_320, 12_240],
  ])('takes a photo of %d × %d pixels in little memory', async (width, height) => {
    const blank = sharp({ create: { width, height, channels: 3, background: 'white' } });
    const photo = await blank.jpeg({ quality: 40 }).withMetadata({ orientation: 6 }).toBuffer();
    const memory = process.memoryUsage.rss();
    const { bytes } = await throughTheServer(photo, 'image/jpeg');
    expect(await sharp(bytes).metadata()).toMatchObject({ height: 1024 });
    expect(process.memoryUsage.rss() - memory).toBeLessThan(150_000_000);
  });

  /** A grey progressive JPEG, whose scans after the first one say in 30 bytes that nothing changes. */
  function manyScans(scans: number, between = Buffer.alloc(0)): Buffer {
    const side = 4000;
    const segment = (marker: number, ...data: number[]) =>
      Buffer.from([0xff, marker, 0, data.length + 2, ...data]);
    const huffman = (id: number, symbol: number) =>
      segment(0xc4, id, 1, ...Array<number>(15).fill(0), symbol);
    const start = [
      Buffer.from([0xff, 0xd8]),
      segment(0xdb, 0, ...Array<number>(64).fill(1)),
      segment(0xc2, 8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0),
      huffman(0x00, 0),
      huffman(0x10, 0xe0),
    ];
    const blocks = (side / 8) ** 2;
    const first = [segment(0xda, 1, 1, 0, 0, 0, 0), Buffer.alloc(blocks / 8)];
    // Each code skips 2^14 + 2^13 blocks.
    const skips = '0'
      .concat('1', '0'.repeat(13))
      .repeat(Math.ceil(blocks / 24_576))
      .padEnd(168, '0');
    const data = Buffer.from((skips.match(/.{8}/g) ?? []).map((bits) => parseInt(bits, 2)));
    const more = Buffer.concat([between, segment(0xda, 1, 1, 0, 1, 63, 0), data]);
    const end = Buffer.from([0xff, 0xd9]);
    return Buffer.concat([...start, ...first, ...Array<Buffer>(scans).fill(more), end]);
  }

  test.each([
    ['one after the other', manyScans(100_000)],
    ['with bytes between them that the decoder skips', manyScans(100_000, Buffer.from([0, 1, 2]))],
    ['with fill bytes and restart markers', manyScans(90_000, Buffer.from([0xff, 0xff, 0xd0]))],
  ])('N8: F5 rejects a small JPEG of endless scans, %s', async (_name, body) => {
    expect(body.length).toBeLessThan(5 * 1024 * 1024);
    await expect(throughTheServer(body, 'image/jpeg')).rejects.toMatchObject({ statusCode: '413' });
  });

  test('a JPEG of some scans with data behind it is stored', async () => {
    const video = Buffer.concat(Array<Buffer>(200).fill(Buffer.from([0xff, 0xda, 0, 2])));
    const { response } = await throughTheServer(Buffer.concat([manyScans(20), video]), 'image/jpeg');
    expect(response.status).toBe(200);
  });

  test('stores many valid pictures at once', async () => {
    const photo = file(await picture(1500, 1000));
    const photos = storageClient(server, server.as('carla').token).from('pictures');
    const results = await Promise.all(Array.from({ length: 12 }, () => photos.upload(newKey(), photo)));
    expect(results.map(({ error }) => error)).toEqual(Array(12).fill(null));
  });

  test('V21: limits the large pictures of one account, valid or not', async () => {
    const images = createReencoder();
    const whole = await picture(2100, 2000);
    const half = whole.subarray(0, whole.length / 2);
    const outcome = (bytes: Buffer, quotaKey: string) =>
      images.reencode(bytes, 'image/jpeg', [{ name: quotaKey, weight: 1 }], 1024).then(
        () => 'stored',
        (error: StorageError) => error.code,
      );
    const outcomes = new Map<string, number>();
    for (let count = 0; count < 44; count += 1) {
      const code = await outcome(half, 'account');
      outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
    }
    expect(outcomes.get('InvalidMimeType')).toBeGreaterThanOrEqual(40);
    expect(await outcome(whole, 'account')).toBe('SlowDown');
    expect(await outcome(await picture(1024, 768), 'account')).toBe('stored');
    expect(await outcome(whole, 'another')).toBe('stored');
  });
});
