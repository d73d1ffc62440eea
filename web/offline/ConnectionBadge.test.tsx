import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { connection } from '../i18n/es/connection.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { callBackend } from '../data/client.ts';
import { personalCache } from '../data/personal.ts';
import { reportDevice } from '../device/deviceState.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { expectFitsEverywhere } from '../testing/looks.ts';
import { renderIn } from '../testing/render.tsx';
import ConnectionBadge from './ConnectionBadge.tsx';

/** The response of the network to every request, by a server whose clock is that far ahead of ours. */
let network: () => Response;

const hourMs = 3_600_000;
const rows = (ahead = 0) =>
  Response.json([{ id: 1 }], { headers: { Date: new Date(Date.now() + ahead).toUTCString() } });
const html = (status: number) =>
  new Response('<html><title>WiFi Aeropuerto</title></html>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  });

const badge = page.getByRole('status');
const offline = badge.filter({ hasText: connection.offline });

beforeEach(() => {
  network = () => rows();
  reportDevice({ clockOffset: null });
  const served = vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(network()));
  onTestFinished(() => served.mockRestore());
});

/** The network as it is now is probed. */
function probe(): void {
  document.dispatchEvent(new Event('visibilitychange'));
}

async function openBadge() {
  return renderIn(
    'es',
    <>
      <p>Screen</p>
      <ConnectionBadge photoUrl={null} />
    </>,
    ['connection'],
  );
}

test.each<readonly [string, () => Response]>([
  ['the page of a captive portal', () => html(200)],
  ['the refusal of a captive portal', () => html(511)],
  ['an address that a proxy does not know', () => html(404)],
  ['JSON of somebody else', () => Response.json({ success: true })],
  [
    'a server that has lost its database',
    () => Response.json({ message: 'The database is away.' }, { status: 503 }),
  ],
])('%s is no connection', async (_, response) => {
  await openBadge();
  expect(badge.elements()).toEqual([]);
  network = response;
  probe();
  await expect.element(offline).toBeVisible();
  network = () => rows();
  probe();
  await expect.poll(() => badge.elements()).toEqual([]);
});

test.each<readonly [string, (signal: AbortSignal | null | undefined) => Promise<Response>]>([
  ['is answered with 503', () => Promise.resolve(Response.json({ message: 'Away' }, { status: 503 }))],
  [
    'has no answer after five seconds',
    (signal) => new Promise((_, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason))),
  ],
])('the badge does not wait for the next probe when a request of the app %s', async (_, answer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const [probes, calls] = ['content_releases?select=id&limit=1', 'rest/v1/drivers'];
  const served = vi.mocked(window.fetch);
  const sent = (path: string) => served.mock.calls.filter(([input]) => String(input).includes(path)).length;
  await openBadge();
  await expect.poll(() => sent(probes)).toBe(1);
  served.mockImplementation((input, init) =>
    [probes, calls].some((path) => String(input).includes(path))
      ? answer(init?.signal)
      : Promise.resolve(rows()),
  );
  const request = callBackend(calls).catch(() => undefined);
  await expect.poll(() => sent(calls)).toBe(1);
  const start = performance.now();
  vi.advanceTimersByTime(5_000);
  await expect
    .poll(() => {
      vi.advanceTimersByTime(1);
      return sent(probes);
    })
    .toBe(2);
  expect(performance.now() - start).toBeLessThan(10_000);
  vi.advanceTimersByTime(5_000);
  await expect.element(offline).toBeVisible();
  vi.advanceTimersByTime(20_000);
  await request;
});

test('an error that the backend itself names is a connection', async () => {
  network = html.bind(null, 200);
  await openBadge();
  await expect.element(offline).toBeVisible();
  network = () => Response.json({ message: 'Too many requests' }, { status: 429 });
  probe();
  await expect.poll(() => badge.elements()).toEqual([]);
});

test.each([
  ['behind', hourMs],
  ['ahead', -hourMs],
])('a clock that is an hour %s is told, until it is right again', async (_, ahead) => {
  network = () => rows(ahead);
  await openBadge();
  await expect.element(badge).toHaveTextContent(connection.wrongClock);
  network = () => rows(30_000);
  probe();
  await expect.poll(() => badge.elements()).toEqual([]);
});

test.for(languages)('the wrong clock fits every size (%s)', async (language) => {
  network = () => rows(hourMs);
  const { wrongClock } = await loadNamespace('connection', language);
  await renderIn(
    language,
    <>
      <p>Screen</p>
      <ConnectionBadge photoUrl={null} />
    </>,
  );
  await expect.element(badge).toHaveTextContent(wrongClock);
  await expectFitsEverywhere();
});

/** Lets the test choose German, as a passenger does. */
function German() {
  const { setLanguage } = useLanguage();
  return (
    <button type="button" onClick={() => void setLanguage('de')}>
      Deutsch
    </button>
  );
}

const photoUrl = new URL('/storage/v1/photo.jpg', location.href).href;
const photoOf = (version: string) => new Response(version, { headers: { ETag: `"${version}"` } });
/** Has the content refreshed, as a new service worker does. */
const refresh = () => navigator.serviceWorker.dispatchEvent(new Event('controllerchange'));

/** @param respond to the requests for the photo */
async function openWithPhoto(respond: () => Promise<Response>) {
  vi.mocked(window.fetch).mockImplementation((input) =>
    String(input) === photoUrl ? respond() : Promise.resolve(rows()),
  );
  const put = vi.spyOn(Cache.prototype, 'put');
  onTestFinished(async () => {
    put.mockRestore();
    await caches.delete(personalCache);
  });
  await renderIn(
    'es',
    <>
      <German />
      <ConnectionBadge photoUrl={photoUrl} />
    </>,
    ['connection'],
  );
  return {
    fetched: () => vi.mocked(window.fetch).mock.calls.filter(([url]) => url === photoUrl).length,
    stores: () => put.mock.calls.length,
    stored: async () => {
      await Promise.all(put.mock.results.map(({ value }) => value as Promise<void>));
      return (await caches.match(photoUrl))?.text();
    },
  };
}

test('the photo is stored again when it changed, and fetched no more often when the language changes', async () => {
  let version = 'first';
  const { fetched, stores, stored } = await openWithPhoto(() => Promise.resolve(photoOf(version)));
  await expect.poll(stored).toBe('first');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect.poll(() => document.documentElement.lang).toBe('de');
  refresh();
  await expect.poll(fetched).toBe(2);

  version = 'second';
  refresh();
  await expect.poll(stored).toBe('second');
  expect([fetched(), stores()]).toEqual([3, 2]);
});

test('a photo that arrives late does not replace a newer one', async () => {
  const late = Promise.withResolvers<Response>();
  const responses = [late.promise, Promise.resolve(photoOf('second'))];
  const { fetched, stores, stored } = await openWithPhoto(() => responses.shift()!);
  await expect.poll(fetched).toBe(1);
  refresh();
  setTimeout(() => late.resolve(photoOf('first')), 300);
  await expect.poll(stores).toBe(2);
  expect(await stored()).toBe('second');
});
