import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { PageCompany } from '../../shared/content/company.ts';
import { loadSettings } from '../settings/settings.ts';
import { fillPage } from './page.ts';
import { createProductPages } from './product-pages.ts';
import { getPage } from '../testing/page.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-pages-'));
  await writeFile(join(folder, 'index.html'), '<html lang="es"><head><title></title></head></html>');
  await writeFile(join(folder, '.pages.json'), JSON.stringify([{ path: '/', picture: 'home', files: {} }]));
});
afterAll(() => rm(folder, { recursive: true }));

const company: PageCompany = {
  brandName: 'Transfer del Maipo',
  brandTagline: '',
  whatsappNumber: '',
  mapsUrl: 'https://maps.example.cl/{query}',
  icon: '',
};

test('the pages name the company that is published, and the last known one while the database is away', async () => {
  const { page } = await loadSettings({ DATA_DIR: folder, PUBLIC_URL: 'https://taxi.example' });
  const { pages, load } = createProductPages(folder, page);
  const title = async () => {
    const html = await getPage(pages, '/')?.text();
    return /<title>([^<]*)/.exec(html ?? '')?.[1];
  };
  expect(await title()).toBeUndefined();
  const read = vi.fn<() => Promise<PageCompany | undefined>>();
  await load(read.mockResolvedValue(undefined));
  expect(await title()).toBe('Andes Transfer');

  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  read.mockResolvedValue(company);
  expect(await title()).toBe('Andes Transfer');
  expect(read).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(6_000);
  await expect.poll(title).toBe('Transfer del Maipo');
  read.mockRejectedValue(new Error('no connection'));
  vi.advanceTimersByTime(6_000);
  expect(await title()).toBe('Transfer del Maipo');
  expect(read).toHaveBeenCalledTimes(3);
});

test.each([
  [{}, 'stored'],
  [{ SMTP_HOST: 'mail.internal.example', SMTP_PASS: 'geheim' }, 'sent'],
])('with %j the page says that mails are %s, and nothing of the mail server', async (environment, mail) => {
  const { page } = await loadSettings({ DATA_DIR: folder, ...environment });
  expect(page.mail).toBe(mail);
  const html = fillPage('<!--settings--><!--/settings-->', page);
  expect(html).toContain(`<meta name="mail" content="${mail}">`);
  expect(html).not.toMatch(/mail[.]internal|geheim/);
});

test('the manifest and the page name the icon of the published logo, and the built ones without it', async () => {
  const { page } = await loadSettings({ DATA_DIR: folder, PUBLIC_URL: 'https://taxi.example' });
  const built = { name: 'x', icons: [{ src: '/icons/icon-192.png' }], shortcuts: [{ url: '/guide' }] };
  await writeFile(join(folder, 'manifest.webmanifest'), JSON.stringify(built));
  const links =
    '<link rel="icon" href="/favicon.svg" /><link rel="apple-touch-icon" href="/icons/apple.png" />';
  await writeFile(join(folder, 'index.html'), `<html lang="es"><head><title></title>${links}</head></html>`);
  const shown = async (icon: string) => {
    const { pages, load } = createProductPages(folder, page);
    await load(async () => ({ ...company, icon }));
    const read = async (path: string) => (await getPage(pages, path)?.text()) ?? '';
    return {
      html: await read('/'),
      manifest: JSON.parse(await read('/manifest.webmanifest')) as typeof built,
    };
  };
  const own = await shown('taxi.jpg');
  const address = '/storage/v1/object/public/contenido/taxi.jpg';
  expect(own.manifest.icons.map(({ src }) => src)).toEqual([address, address]);
  expect(own.manifest.shortcuts).toMatchObject([
    { url: '/guide', icons: [{ src: address }, { src: address }] },
  ]);
  expect(own.html.match(/<link rel="(?:apple-touch-)?icon"[^>]*>/g)).toEqual([
    `<link rel="icon" href="${address}">`,
    `<link rel="apple-touch-icon" href="${address}">`,
  ]);
  const without = await shown('');
  expect(without.manifest.icons).toEqual(built.icons);
  expect(without.html).toContain(links);
});
