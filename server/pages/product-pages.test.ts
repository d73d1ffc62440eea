import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { CompanySettings } from '../../shared/content/company.ts';
import { loadSettings } from '../settings/settings.ts';
import { fillPage } from './page.ts';
import { createProductPages } from './product-pages.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-pages-'));
  await writeFile(join(folder, 'index.html'), '<html lang="es"><head><title></title></head></html>');
  await writeFile(join(folder, '.pages.json'), JSON.stringify([{ path: '/', picture: 'home', files: {} }]));
});
afterAll(() => rm(folder, { recursive: true }));

const company: CompanySettings = {
  brandName: 'Transfer del Maipo',
  brandTagline: '',
  whatsappNumber: '',
  mapsUrl: 'https://maps.example.cl/{query}',
};

test('the pages name the company that is published, and the last known one while the database is away', async () => {
  const { page } = await loadSettings({ DATA_DIR: folder, PUBLIC_URL: 'https://taxi.example' });
  const { pages, load } = createProductPages(folder, page);
  const title = async () => {
    const html = await pages('/', new Request('https://taxi.example/'))?.text();
    return /<title>([^<]*)/.exec(html ?? '')?.[1];
  };
  expect(await title()).toBeUndefined();
  const read = vi.fn<() => Promise<CompanySettings | undefined>>();
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
