import { expect, onTestFinished, test, vi } from 'vitest';
import { shiftStarted, shownShift } from '../shift/openShift.ts';
import { skipTime } from '../testing/skipTime.ts';
import type { DocumentNews } from './documentNews.ts';
import { watchDocuments } from './watchDocuments.ts';

const stopping = [{ kind: 'Licencia A1', owner_name: 'Diego Soto' }];
const due = { state: 'within_7', verified_at: '2026-01-01T00:00:00Z' };

/** Watches with a backend that has one document of each kind. @returns the requests and the news, as they come */
function watch(signedInAt: string | undefined) {
  const ending = new AbortController();
  const asked: string[] = [];
  const news: DocumentNews[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const name =
      /rest\/v1\/(?:rpc\/)?(\w+)/.exec(String(input instanceof Request ? input.url : input))?.[1] ?? '';
    asked.push(name);
    return Response.json(name.includes('stopping') ? stopping : [due]);
  });
  onTestFinished(() => {
    ending.abort();
    vi.unstubAllGlobals();
  });
  watchDocuments(signedInAt, (found) => news.push(found), ending.signal);
  return { asked, news };
}

test('after a new sign-in the driver sees at once what expires, and only once', async () => {
  const first = watch('2026-11-23T10:00:00Z');
  await expect.poll(() => first.news.length, { timeout: 1_500 }).toBe(1);
  expect(first.news[0]?.due).toHaveLength(1);
  expect(first.news[0]?.stopping).toEqual(stopping);
  // Nothing is urgent: the first poll leaves the network to the screen.
  const again = await skipTime(2_000, () => Promise.resolve(watch('2026-11-23T10:00:00Z')));
  await expect.poll(() => again.news.length).toBe(1);
  expect(again.news[0]?.due).toBeNull();
});

test('a shift that starts shows what expires; another vehicle is asked for, after the first poll only', async () => {
  const { news } = watch(undefined);
  shownShift().set(null);
  shiftStarted.emit();
  await expect.poll(() => news.length, { timeout: 1_500 }).toBe(1);
  expect(news[0]?.due).toHaveLength(1);
  shownShift().set({ driverId: 'diego', shift: { id: 'shift' } as never });
  onTestFinished(() => shownShift().set(null));
  await expect.poll(() => news.length).toBe(2);
  expect(news[1]?.due).toBeNull();
});
