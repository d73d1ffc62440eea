import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { textIn } from '../../../shared/content/text.ts';
import { languages } from '../../../shared/languages.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { emergency as spanish } from '../../i18n/es/emergency.ts';
import type { Language } from '../../i18n/languages.ts';
import { content } from '../../testing/sampleContent.ts';
import { expectAccessible, expectFitsEverywhere } from '../../testing/looks.ts';
import { openPanel } from '../../testing/panels.tsx';

const dialog = page.getByRole('dialog');
/** Without a place for the end of a line. */
const plate = 'BB\u00a0CD\u00a012';
const code = 'C\u2011104';

/** The texts to read out: the Spanish one first. */
const texts = () =>
  dialog
    .getByRole('paragraph')
    .elements()
    .map(({ textContent }) => textContent)
    .filter((text) => text.includes(code));

/** Replaces the device's own position until the test ends. */
function answerQuestions(answer: Geolocation['getCurrentPosition']) {
  const ask = vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation(answer);
  onTestFinished(() => ask.mockRestore());
  return ask;
}

/** The sentence to read out, written in one language for a passenger who speaks another. */
function sentenceOf(words: typeof spanish, written: Language, spoken: Language, position?: string): string {
  const parts = [words.sentence(content.company.name, plate, code)];
  if (position) parts.push(position);
  const name = new Intl.DisplayNames(written, { type: 'language' }).of(spoken)!;
  if (spoken !== 'es') parts.push(words.speaks(name));
  return parts.join(' ');
}

test.for(languages)(
  'whom to call and what to read out, in Spanish and in the passenger’s language (%s)',
  async (language) => {
    const coords = { latitude: -33.389_812, longitude: -70.794_488, accuracy: 34 } as GeolocationCoordinates;
    const ask = answerQuestions((found) => found({ coords } as GeolocationPosition));
    const own = await loadNamespace('emergency', language);
    const titles = content.claims.map(({ title }) => textIn(title, language).text);
    await page.viewport(360, 740);
    await openPanel('safety', language);
    await expect.element(dialog.getByText(titles[0]!)).toBeVisible();

    for (const number of ['131', '132', '133']) {
      const link = dialog.getByRole('link', { name: number, exact: false }).element();
      expect(link.getAttribute('href')).toBe(`tel:${number}`);
      expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(56);
    }
    for (const title of titles) await expect.element(dialog.getByText(title)).toBeVisible();

    const expected = (at: (words: typeof spanish) => string | undefined) => [
      sentenceOf(spanish, 'es', language, at(spanish)),
      ...(language === 'es' ? [] : [sentenceOf(own, language, language, at(own))]),
    ];
    expect(texts()).toEqual(expected(() => undefined));
    expect(ask).not.toHaveBeenCalled();

    await dialog.getByRole('button', { name: own.addPosition }).click();
    await expect.element(dialog.getByRole('button', { name: own.updatePosition })).toBeVisible();
    expect(texts()).toEqual(expected(({ position }) => position('-33.3898', '-70.7945', '40')));
    expect(ask).toHaveBeenCalledOnce();
    await expectFitsEverywhere();
  },
);

test.for(languages)('nothing of it lies below a tablet’s screen (%s)', async (language) => {
  await page.viewport(1280, 800);
  await openPanel('safety', language);
  const { help } = await loadNamespace('emergency', language);
  await expect.element(dialog.getByRole('button', { name: help })).toBeInViewport({ ratio: 1 });
  const { scrollHeight, clientHeight } = dialog.element().querySelector('.window-content')!;
  expect(scrollHeight - clientHeight).toBeLessThanOrEqual(0);
});

test.for(languages)('a driver whom nobody has verified is not called verified (%s)', async (language) => {
  const claim = content.claims.find(({ id }) => id === 'driver')!;
  const { title } = claim;
  const others = content.claims.filter((each) => each !== claim);
  await openPanel('safety', language, content, { state: 'waiting' });
  for (const other of others)
    await expect.element(dialog.getByText(textIn(other.title, language).text)).toBeVisible();
  expect(dialog.getByText(textIn(title, language).text).elements()).toEqual([]);
});

test('where the position is refused, the sentence says so and the passenger is told what to name', async () => {
  const refusal = { code: GeolocationPositionError.PERMISSION_DENIED } as GeolocationPositionError;
  answerQuestions((_, failed) => failed?.(refusal));
  const english = await loadNamespace('emergency', 'en');
  await openPanel('safety', 'en');
  await dialog.getByRole('button', { name: english.addPosition }).click();
  await expect.element(dialog.getByText(english.refused)).toBeVisible();
  await expect.element(dialog.getByText(spanish.noPosition, { exact: false })).toBeVisible();
  await expect.element(dialog.getByText(english.noPosition, { exact: false })).toBeVisible();
  expect(texts().join()).not.toContain('latitud');
  await expectAccessible();
});

test('the operator hears which language the passenger speaks', async () => {
  await openPanel('safety', 'de');
  await expect.element(dialog.getByText('Hablo alemán.', { exact: false })).toBeVisible();
  await expect.element(dialog.getByText('Ich spreche Deutsch.', { exact: false })).toBeVisible();
});

test('the sentence to read out names no plate of a driver who has none', async () => {
  await openPanel('safety', 'es', undefined, { license_plate: null });
  const sentence = spanish.sentenceWithoutPlate(content.company.name, code);
  await expect.element(dialog.getByText(sentence)).toBeVisible();
});

test.for(languages)(
  'a QR code leads to the page for lost property once somebody asks for it (%s)',
  async (language) => {
    const [{ help }, { vehicle }] = await Promise.all([
      loadNamespace('emergency', language),
      loadNamespace('publicPages', language),
    ]);
    await page.viewport(1280, 800);
    await openPanel('safety', language);
    const code = dialog.getByRole('img', { name: vehicle.helpQr });
    expect(code.elements()).toEqual([]);
    await dialog.getByRole('button', { name: help, exact: true }).click();
    await expect.element(code).toBeVisible();
    const bottom = () => code.element().getBoundingClientRect().bottom;
    await expect.poll(bottom).toBeLessThanOrEqual(window.innerHeight);
    await expectFitsEverywhere();
  },
);
