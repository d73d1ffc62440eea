import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { expectFitsEverywhere } from '../testing/looks.ts';
import { openPanel } from '../testing/panels.tsx';

/** Plays a backend that answers each request for a link like this, until the test ends. */
function answer(respond: () => Promise<Response>): void {
  const served = vi.spyOn(window, 'fetch').mockImplementation(respond);
  onTestFinished(() => served.mockRestore());
}

function refuse(status: number, code: string, headers: HeadersInit = {}): void {
  answer(() => Promise.resolve(Response.json({ code, message: code }, { status, headers })));
}

const offlineIcon = () => document.querySelector('.lucide-wifi-off');

test.for(languages)(
  'in the pause between two links the screen says so, and for how long (%s)',
  async (language) => {
    const { vehicle } = await loadNamespace('publicPages', language);
    refuse(429, 'over_rating_link_rate_limit', { 'Retry-After': '200' });
    await openPanel('rating', language);
    await expect.element(page.getByText(vehicle.rateBusy(4))).toBeVisible();
    expect(offlineIcon()).toBeNull();
    await expectFitsEverywhere();
  },
);

test.for(languages)('without a network the screen says that, with its icon (%s)', async (language) => {
  const { vehicle } = await loadNamespace('publicPages', language);
  answer(() => Promise.reject(new TypeError('Failed to fetch')));
  await openPanel('rating', language);
  await expect.element(page.getByText(vehicle.rateOffline)).toBeVisible();
  expect(offlineIcon()).not.toBeNull();
});

test.for([
  [403, 'driver_not_in_service'],
  [503, 'unavailable'],
  [429, 'over_request_rate_limit'],
] as const)('another error is neither a pause nor a lost network (%s %s)', async ([status, code]) => {
  const { vehicle } = await loadNamespace('publicPages', 'es');
  refuse(status, code);
  await openPanel('rating', 'es');
  await expect.element(page.getByText(vehicle.rateUnavailable)).toBeVisible();
  expect(offlineIcon()).toBeNull();
});
