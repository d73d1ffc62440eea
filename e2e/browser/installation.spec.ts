import { expect } from '@playwright/test';
import sharp from 'sharp';
import { untilKept, test } from './offlineSteps.ts';

// The other limit gives the journeys a product of their own: a release that others publish has another name.
test.use({ limit: '15' });

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
  readonly form_factor?: string;
}

interface AppManifest {
  readonly name: string;
  readonly short_name: string;
  readonly icons: readonly Picture[];
  readonly screenshots: readonly Picture[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
}

test('the app can be installed: Chromium finds no fault', async ({ page, context }) => {
  await page.goto('/login');
  await untilKept(page, 0);
  const devtools = await context.newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ lang: 'es-CL', id: '/', display: 'fullscreen' });
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A window of a test is a private one.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test('the manifest bears the name of the operator, and its pictures are what it says', async ({
  product,
  request,
}) => {
  await product.kill();
  await product.restart({ BRAND_NAME: 'Transfer del Pacífico', BRAND_TAGLINE: 'Siempre a la hora' });
  const response = await request.get('/manifest.webmanifest');
  expect(response.headers()['content-type']).toBe('application/manifest+json');
  expect(response.headers()['cache-control']).toBe('no-cache');
  const manifest = (await response.json()) as AppManifest;
  expect(manifest).toMatchObject({
    name: 'Transfer del Pacífico',
    short_name: 'Transfer del',
    description: 'Siempre a la hora',
  });

  const pictures = [...manifest.icons, ...manifest.screenshots];
  for (const { src, sizes, type } of pictures.filter((each) => each.sizes !== 'any')) {
    const answer = await request.get(src);
    expect(answer.headers()['content-type'], src).toBe(type);
    const { width, height } = await sharp(await answer.body()).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(2);
  expect(manifest.screenshots.map((each) => each.form_factor)).toEqual(['wide', 'narrow']);
  for (const { url } of manifest.shortcuts) expect((await request.get(url)).status()).toBe(200);
  expect((await request.get('/icons/apple-touch-icon.png')).status()).toBe(200);
});

test('the worker is asked for again each time, and answered only when it is another one', async ({
  request,
}) => {
  const first = await request.get('/sw.js');
  expect(first.headers()).toMatchObject({
    'cache-control': 'no-cache, max-age=0',
    'content-type': 'text/javascript; charset=utf-8',
  });
  const again = await request.get('/sw.js', { headers: { 'if-none-match': first.headers()['etag'] ?? '' } });
  expect(again.status()).toBe(304);
});
