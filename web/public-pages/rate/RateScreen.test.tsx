import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../../shared/languages.ts';
import { DataError } from '../../data/errors.ts';
import type { LinkedDriver } from '../../data/reviews/rateByLink.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import type { publicPages } from '../../i18n/es/publicPages.ts';
import type { Language } from '../../i18n/languages.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import { renderPublicIn } from '../../testing/render.tsx';
import { skipTime } from '../../testing/skipTime.ts';
import { PageFrame } from '../PageFrame.tsx';
import RateScreen, { Thanks } from './RateScreen.tsx';

const driver: LinkedDriver = {
  state: 'open',
  first_name: 'Maximiliano',
  license_plate: 'BBCD12',
  photo_url: null,
};

async function open(language: Language, asked: Promise<LinkedDriver>) {
  asked.catch(() => undefined);
  const screen = <RateScreen token="token" asked={asked} />;
  const rendered = await renderPublicIn(language, <PageFrame andes>{screen}</PageFrame>, [
    'publicPages',
    'reasons',
  ]);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return rendered;
}

const failed = (code: string) => Promise.reject(new DataError(code, code, 400));
/** The states of a link, as the backend tells them. */
const links = {
  open: () => Promise.resolve(driver),
  used: () => Promise.resolve({ ...driver, state: 'used' as const }),
  expired: () => Promise.resolve({ ...driver, state: 'expired' as const }),
  invalid: () => failed('rating_link_invalid'),
  busy: () => failed('over_review_rate_limit'),
};
const states = Object.keys(links) as (keyof typeof links)[];

test.for(languages)(
  'the page asks for stars or says what the link is worth, and fits every size (%s)',
  async (language) => {
    const { rate } = await loadNamespace('publicPages', language);
    const titles = {
      open: rate.question('Maximiliano'),
      used: rate.usedTitle,
      expired: rate.expiredTitle,
      invalid: rate.invalidTitle,
      busy: rate.busyTitle,
    };
    for (const state of states) {
      const { unmount } = await open(language, links[state]());
      await expect.element(page.getByRole('heading', { name: titles[state], level: 1 })).toBeVisible();
      const stars = page.getByRole('button', { name: rate.stars(5) }).elements();
      expect(stars).toHaveLength(state === 'open' ? 1 : 0);
      await expectFitsEverywhere();
      await unmount();
    }
  },
);

test.for(states)('the page of a link is accessible in both themes (%s)', async (state) => {
  await open('es', links[state]());
  await expectAccessibleInBothThemes();
});

test.for(languages)('the thanks fit every size (%s)', async (language) => {
  const { rate } = await loadNamespace('publicPages', language);
  await renderPublicIn(language, <Thanks stars={4} name="Maximiliano" />, ['publicPages', 'reasons']);
  await expect.element(page.getByRole('heading', { name: rate.thanks })).toHaveFocus();
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
});

/** Plays a backend that takes every call with this status. @returns the calls and their bodies */
function serve(status: () => number): (readonly [name: string, body: unknown])[] {
  const calls: [string, unknown][] = [];
  const served = vi.spyOn(window, 'fetch').mockImplementation((address, init) => {
    calls.push([String(address).split('/').pop() ?? '', JSON.parse(String(init?.body))]);
    const code = status();
    return Promise.resolve(new Response(code === 204 ? null : '{}', { status: code }));
  });
  onTestFinished(() => {
    served.mockRestore();
    localStorage.clear();
  });
  return calls;
}

/** How long stars can be taken back. */
const undoMs = 4_000;

type Words = (typeof publicPages)['rate'];

const star = (t: Words, stars: number) => page.getByRole('button', { name: t.stars(stars), exact: true });

/** Taps stars, which go: they are not taken back. */
const giveStars = (t: Words, stars: number) =>
  skipTime(undoMs, async () => {
    await star(t, stars).click();
    await expect.element(page.getByRole('button', { name: t.undo })).toBeVisible();
  });

async function rate(language: Language, stars: number) {
  const { rate: t } = await loadNamespace('publicPages', language);
  const reasons = await loadNamespace('reasons', language);
  const rendered = await open(language, links.open());
  await giveStars(t, stars);
  await expect.element(page.getByRole('heading', { name: t.thanks })).toBeVisible();
  return { ...rendered, reasons };
}

/** Gives stars, whose response is lost although they arrive: the link is used then. */
async function loseResponse(stars: number) {
  const { rate: t } = await loadNamespace('publicPages', 'es');
  const lost = vi
    .spyOn(window, 'fetch')
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockImplementation(() => Promise.resolve(Response.json({ code: 'rating_link_used' }, { status: 409 })));
  onTestFinished(() => lost.mockRestore());
  await open('es', links.open());
  await giveStars(t, stars);
  await expect.element(page.getByRole('alert')).toBeVisible();
  return t;
}

test('a passenger is thanked for the stars that arrived although their response was lost', async () => {
  const t = await loseResponse(2);
  await giveStars(t, 2);
  await expect.element(page.getByRole('heading', { name: t.thanks })).toBeVisible();
  await expect.element(page.getByText(t.stars(2), { exact: true })).toBeInTheDocument();
});

test('nobody is thanked for other stars than those that may have arrived: the link is used', async () => {
  const t = await loseResponse(2);
  await giveStars(t, 5);
  await expect.element(page.getByRole('heading', { name: t.usedTitle })).toBeVisible();
});

test.for(languages)('after three stars the thanks take reasons, on every size (%s)', async (language) => {
  const calls = serve(() => 204);
  const { reasons } = await rate(language, 3);
  await page.getByRole('button', { name: reasons.words.route, exact: true }).click();
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
  await page.getByRole('button', { name: reasons.done }).click();
  await expect.element(page.getByText(reasons.taken)).toBeVisible();
  await expect
    .poll(() => calls)
    .toEqual([
      ['rate_by_link', { token: 'token', rating: 3 }],
      ['add_reasons_by_link', { token: 'token', reasons: ['route'] }],
    ]);
});

test('after four stars nobody asks for reasons', async () => {
  serve(() => 204);
  const { reasons } = await rate('es', 4);
  expect(page.getByRole('group', { name: reasons.title }).elements()).toEqual([]);
});

test('stars can be changed and taken back for four seconds, and only the last ones go', async () => {
  const calls = serve(() => 204);
  const { rate: t } = await loadNamespace('publicPages', 'es');
  await open('es', links.open());
  const { top } = star(t, 3).element().getBoundingClientRect();
  await skipTime(undoMs, async () => {
    await star(t, 1).click();
    await expect.element(page.getByText(t.soon)).toBeVisible();
    // The next touch of a shaking thumb meets the same stars.
    expect(star(t, 3).element().getBoundingClientRect().top).toBe(top);
    await page.getByRole('button', { name: t.undo }).click();
    await expect.element(page.getByText(t.hint)).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    await expect.element(star(t, 1)).toHaveAttribute('aria-pressed', 'false');
  });
  expect(calls).toEqual([]);
  await skipTime(undoMs, async () => {
    await star(t, 2).click();
    await expect.element(star(t, 2)).toHaveAttribute('aria-pressed', 'true');
    await star(t, 5).click();
    await expect.element(star(t, 5)).toHaveAttribute('aria-pressed', 'true');
    expect(calls).toEqual([]);
  });
  await expect.element(page.getByRole('heading', { name: t.thanks })).toBeVisible();
  expect(calls).toEqual([['rate_by_link', { token: 'token', rating: 5 }]]);
});

const leavings: Readonly<Record<string, () => void>> = {
  'the page is closed': () => window.dispatchEvent(new PageTransitionEvent('pagehide')),
  'the phone is put away': () => document.dispatchEvent(new Event('visibilitychange')),
  'the browser says both': () => {
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  },
};

test.for(Object.keys(leavings))('a rating goes at once, and once, when %s', async (leaving) => {
  const calls = serve(() => 204);
  const { rate: t } = await loadNamespace('publicPages', 'es');
  await open('es', links.open());
  await page.getByRole('button', { name: t.stars(2), exact: true }).click();
  await expect.element(page.getByRole('button', { name: t.undo })).toBeVisible();
  expect(calls).toEqual([]);
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => hidden.mockRestore());
  leavings[leaving]?.();
  // A page that closes runs nothing later, and the browser finishes only requests that may outlive it.
  expect(calls).toEqual([['rate_by_link', { token: 'token', rating: 2 }]]);
  expect(vi.mocked(window.fetch).mock.lastCall?.[1]).toMatchObject({ keepalive: true });
  await expect.element(page.getByRole('heading', { name: t.thanks })).toBeVisible();
  expect(calls).toHaveLength(1);
});

test('a page that is left without stars, or with stars taken back, sends nothing', async () => {
  const calls = serve(() => 204);
  const { rate: t } = await loadNamespace('publicPages', 'es');
  await open('es', links.open());
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  await page.getByRole('button', { name: t.stars(4), exact: true }).click();
  await page.getByRole('button', { name: t.undo }).click();
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(calls).toEqual([]);
});

test('reasons that were not sent go with the next visit', async () => {
  let status = 204;
  const calls = serve(() => status);
  const { reasons, unmount } = await rate('es', 1);
  status = 503;
  await page.getByRole('button', { name: reasons.words.price, exact: true }).click();
  await page.getByRole('button', { name: reasons.done }).click();
  await expect.poll(() => calls).toHaveLength(2);
  await unmount();
  status = 204;
  await open('es', links.used());
  await expect
    .poll(() => calls.slice(2))
    .toEqual([['add_reasons_by_link', { token: 'token', reasons: ['price'] }]]);
  await expect.poll(() => localStorage.getItem('rate-reasons')).toBeNull();
});
