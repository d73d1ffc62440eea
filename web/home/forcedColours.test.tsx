import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Language } from '../i18n/languages.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { forceColours, forceDark, scan } from '../testing/media.ts';
import { driver, openPanel } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import HelpScreen from '../public-pages/HelpScreen.tsx';
import HomeScreen from './HomeScreen.tsx';
import type { PanelId } from './panels.ts';

const chosen =
  '[aria-selected=true], [aria-pressed=true], [aria-current], [data-chosen], label:has(:checked)';
const schemes = ['dark', 'light'] as const;

async function openHome(language: Language = 'es') {
  const { home } = await loadMessages(language);
  await renderIn(
    language,
    <SessionProvider>
      <HomeScreen driver={driver} />
    </SessionProvider>,
  );
  await expect.element(page.getByText(home.bookTrip)).toBeVisible();
  return home;
}

const backgroundOf = (element: Element) => getComputedStyle(element).backgroundColor;

/** Each chosen key is set off from every other key of its kind. */
async function expectChosenSetOff(keys: string): Promise<void> {
  await expect.poll(() => document.querySelector(`:is(${keys}):is(${chosen})`)).not.toBeNull();
  const others = [...document.querySelectorAll(`:is(${keys}):not(:is(${chosen}))`)].map(backgroundOf);
  expect(others.length).toBeGreaterThan(0);
  for (const one of document.querySelectorAll(`:is(${keys}):is(${chosen})`))
    expect(others).not.toContain(backgroundOf(one));
}

/** A filled button has an edge. */
function expectEdges(): void {
  const bare = [...document.querySelectorAll('button, a.rounded-control')]
    .filter((button) => button.checkVisibility() && !button.matches(`:focus-visible, ${chosen}`))
    .filter((button) => getComputedStyle(button).outlineStyle === 'none');
  expect(bare.map(({ outerHTML }) => outerHTML)).toEqual([]);
}

test.for(schemes)(
  'everything chosen and every button is visible with forced colours (%s)',
  async (scheme) => {
    await forceColours(scheme);
    const keys: Partial<Record<PanelId, string>> = { display: 'label', places: '[role=tab]' };
    for (const [panel, selector] of Object.entries(keys)) {
      const { unmount } = await openPanel(panel as PanelId, 'es');
      await expectChosenSetOff(selector);
      expectEdges();
      await unmount();
    }
    const rating = await openPanel('rating', 'es');
    await page.getByRole('radio').nth(2).click();
    const fills = [...document.querySelectorAll('fieldset path')].map((star) => getComputedStyle(star).fill);
    expect(fills[0]).toBe(fills[2]);
    expect(fills[3]).toBe(fills[4]);
    expect(fills[2]).not.toBe(fills[3]);
    expectEdges();
    await rating.unmount();
    const help = await renderIn('es', <HelpScreen code="" />, ['publicPages', 'help']);
    await page.getByRole('radio').first().click();
    await expectChosenSetOff('label:has([type=radio])');
    await help.unmount();
    await openHome();
    expectEdges();
  },
);

const modes = { 'forced colours': forceColours, 'a forced dark mode': forceDark } as const;
const changes = Object.entries(modes).flatMap(([name, change]) =>
  schemes.map((scheme) => [`${name} of a ${scheme} system`, () => change(scheme)] as const),
);
const panelsWithCode: readonly PanelId[] = ['booking', 'emergency', 'guide', 'map'];

test.for(changes)('every code can be scanned in %s', async ([, change]) => {
  await change();
  for (const panel of panelsWithCode) {
    const { unmount } = await openPanel(panel, 'es');
    await expect.poll(() => document.querySelector('[role=img] > path')).not.toBeNull();
    for (const code of document.querySelectorAll('[role=img]:has(> path)'))
      expect(await scan(code), panel).toMatch(/^https?:/);
    await unmount();
  }
  const home = await openHome();
  expect(await scan(page.getByRole('img', { name: home.whatsappQr }).element())).toMatch(/^https:\/\/wa\.me/);
});
