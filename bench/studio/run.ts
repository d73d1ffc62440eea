import { chromium, type Page } from '@playwright/test';
import { cores, percentiles } from '../../backend/bench/machine/load.ts';
import type { Content } from '../../shared/content/content.ts';
import { buildOnce } from '../../tools/build.ts';
import { findBrowser } from '../../tools/browser.ts';
import { credentials, saveDraft, signInAdministrator } from '../administrator.ts';
import { startProduct } from '../product.ts';

const places = 300;
const cpuSlowDown = 4;
/** Typed into each field. */
const text = 'La Catedral, el Correo Central y el Museo rodean la plaza. '.repeat(3);

/** The content with so many places that all lists are long. */
function withManyPlaces(content: Content): Content {
  const copies = Array.from({ length: places }, (_, index) => ({
    ...content.places[index % content.places.length]!,
    id: `place-${index}`,
  }));
  return { ...content, places: copies };
}

/** Notes how long each key is worked on: from its first handler until the last one has ended. */
const watchKeys = `{
  globalThis.keyTimes = [];
  new PerformanceObserver((list) => {
    for (const { name, processingStart, processingEnd } of list.getEntries())
      if (name === 'keydown' || name === 'input' || name === 'beforeinput' || name === 'keypress')
        keyTimes.push(processingEnd - processingStart);
  }).observe({ type: 'event', durationThreshold: 0 });
}`;

/** Types into the field that has the focus. @returns the times of the keys in milliseconds */
async function typeAndTime(page: Page): Promise<readonly number[]> {
  await page.evaluate('keyTimes.length = 0');
  await page.keyboard.type(text, { delay: 60 });
  await page.waitForTimeout(1000);
  return page.evaluate<number[]>('keyTimes');
}

async function openStudio(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.locator('input[type=email]').fill(credentials.email);
  await page.locator('input[type=password]').fill(credentials.password);
  await page.locator('form button[type=submit]').click();
  await page.getByRole('tab', { name: 'Contenido' }).click();
  await page.getByText('Plaza de Armas', { exact: true }).first().click();
}

async function measure(page: Page, address: string) {
  await openStudio(page, address);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowDown });
  await page.evaluate(watchKeys);
  const description = page.locator('textarea').first();
  await description.fill('');
  await description.focus();
  const studio = await typeAndTime(page);
  await page.evaluate(`{
    const bare = document.createElement('textarea');
    document.body.prepend(bare);
    bare.focus();
  }`);
  return { studio, bare: await typeAndTime(page) };
}

/** An administrator types beside three hundred places on a slow computer. */
export async function measureStudio(): Promise<string> {
  await buildOnce();
  await using server = await startProduct(8947);
  await saveDraft(server, await signInAdministrator(server), withManyPlaces);
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'es-CL' });
  const { studio, bare } = await measure(page, `http://127.0.0.1:${server.port}`);
  await browser.close();
  const line = (name: string, times: readonly number[]): string => {
    const at = percentiles(times);
    return `| ${name} | ${at(0.5).toFixed(1)} | ${at(0.95).toFixed(1)} | ${Math.max(...times).toFixed(1)} |`;
  };
  return `# Typing beside three hundred places

\`npm run bench -- studio\`: an administrator types ${text.length} characters into the description of a place, of which there are
${places}; ${cpuSlowDown}× CPU slow-down on ${cores}, which are shared and noisy. The times are those in which the page works on a
key and takes no other. Beside it a bare text field of the same page. The promise is 50 ms.

| in milliseconds | median | 95th percentile | slowest |
| --- | ---: | ---: | ---: |
${line('studio', studio)}
${line('bare text field', bare)}
`;
}
