import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages, localeOf } from '../../shared/languages.ts';
import type { VerifiedDriver } from '../data/drivers/verification.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import type { Language } from '../i18n/languages.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import { renderPublicIn } from '../testing/render.tsx';
import { PageFrame } from './PageFrame.tsx';
import VerifyScreen from './VerifyScreen.tsx';

const driver: VerifiedDriver = {
  first_name: 'Maximiliano',
  license_plate: 'BBCD12',
  photo_url: null,
  authorised_on: '2026-11-21',
  brand_model: 'Mercedes-Benz Sprinter',
  colour: 'Café',
};

/** The page of a driver, or of a code that nobody has. */
function open(language: Language, named: VerifiedDriver | null) {
  const screen = <VerifyScreen code="K7M2QX" asked={Promise.resolve(named)} />;
  return renderPublicIn(language, <PageFrame andes>{screen}</PageFrame>, ['publicPages', 'colours']);
}

test.for(languages)(
  'the page says who drives and that the company vouches for it today (%s)',
  async (language) => {
    const { verify, page: words } = await loadNamespace('publicPages', language);
    await open(language, driver);
    await expect.element(page.getByRole('heading', { name: 'Maximiliano', exact: true })).toBeVisible();
    await expect.element(page.getByText('BB·CD·12')).toBeVisible();
    const { cafe } = await loadNamespace('colours', language);
    await expect.element(page.getByText(`Mercedes-Benz Sprinter · ${cafe}`)).toBeVisible();
    await expect.element(page.getByText(verify.authorised)).toBeVisible();
    const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full', timeZone: 'UTC' });
    await expect.element(page.getByText(day.format(new Date('2026-11-21')))).toBeVisible();
    const book = page.getByRole('link', { name: words.book }).element() as HTMLAnchorElement;
    expect(book.href).toBe(`${window.location.origin}/book?lang=${language}`);
    await expectFitsEverywhere();
  },
);

test.for(languages)('the page of a driver who is not verified vouches for nobody (%s)', async (language) => {
  const { verify } = await loadNamespace('publicPages', language);
  await open(language, { ...driver, authorised_on: null });
  await expect.element(page.getByText(verify.unverified)).toBeVisible();
  expect(page.getByText(verify.authorised).elements()).toEqual([]);
  await expectFitsEverywhere();
});

test.for(languages)(
  'the page shows no plate of the company’s of a driver who is not verified, and shares none (%s)',
  async (language) => {
    const { verify } = await loadNamespace('publicPages', language);
    await open(language, { ...driver, license_plate: null, authorised_on: null });
    await expect.element(page.getByText(verify.unverified)).toBeVisible();
    expect(page.getByText('CHILE', { exact: true }).elements()).toEqual([]);
    expect(page.getByText(verify.compare).elements()).toEqual([]);
    const share = vi.fn<Navigator['share']>(() => Promise.resolve());
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
    await page.getByRole('button', { name: verify.share }).click();
    expect(share.mock.calls[0]?.[0]?.text).toBe(verify.shareText('Maximiliano', null));
    expect(verify.shareText('Maximiliano', null)).not.toMatch(/null|, /);
    await expectFitsEverywhere();
  },
);

test.for(languages)('a code that is not known is a warning (%s)', async (language) => {
  const { verify } = await loadNamespace('publicPages', language);
  await open(language, null);
  await expect
    .element(page.getByRole('alert').getByRole('heading', { name: verify.unknownTitle }))
    .toBeVisible();
  await expectFitsEverywhere();
});

test.for([
  ['of a driver', driver],
  ['of one who is not verified', { ...driver, authorised_on: null }],
  ['of an unknown code', null],
] as const)('the page %s is accessible in both themes', async ([, named]) => {
  await open('es', named);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessibleInBothThemes();
});
