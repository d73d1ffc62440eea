import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Content } from '../../../../shared/content/content.ts';
import { readFirstRelease } from '../../../../shared/testing/content.ts';
import { studio as spanish } from '../../../i18n/es/studio.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere, devices } from '../../../testing/looks.ts';
import { renderStudio, type StudioOptions } from '../../../testing/studio.tsx';
import { readAt, writeAt } from '../model/tree.ts';

const t = spanish.publish;
const first = readFirstRelease();
const named = writeAt(first, ['company', 'legalName'], 'Andes Transfer SpA');
const vitacura = ['routes', 'vitacura', 'prices', 0, 'pesos'];
const button = (name: string) => page.getByRole('button', { name, exact: true });
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const answer = (question: string, name: string) =>
  page.getByRole('group', { name: question }).getByRole('radio', { name });

/** The view that publishes, after an earlier publication unless other releases are given. */
async function renderPublish(content: Content, options: StudioOptions = {}) {
  await page.viewport(devices[0].width, devices[0].height);
  const publish = vi.fn<(version: number, note: string) => Promise<number>>(async () => 3);
  const studio = await renderStudio({
    content,
    releases: [first, named],
    at: { view: 'publish' },
    server: { publish },
    ...options,
  });
  return { ...studio, publish };
}

async function send(note = 'Cambian los precios') {
  await page.getByLabelText(t.note).fill(note);
  await button(t.publish).click();
}

test('a price that falls by 90 % is marked and asked about a second time', async () => {
  const { publish } = await renderPublish(writeAt(named, vitacura, 2_600));
  await expect.element(page.getByText(t.jumps.falls('90'), { exact: true })).toBeVisible();
  await send();
  await expect.element(page.getByRole('alert').getByText(t.jumps.missing)).toBeVisible();
  expect(publish).not.toHaveBeenCalled();
  await box(t.jumps.confirm(t.jumps.falls('90'))).click();
  await button(t.publish).click();
  await expect.poll(() => publish.mock.calls).toEqual([[1, 'Cambian los precios']]);
});

test('a confirmation is of those prices only: another edit asks again', async () => {
  const { publish, store } = await renderPublish(writeAt(named, vitacura, 2_600));
  await box(t.jumps.confirm(t.jumps.falls('90'))).click();
  store.edit((content) => writeAt(content, ['routes', 'centro', 'prices', 0, 'pesos'], 150_000));
  await expect.element(box(t.jumps.confirmAll(2))).not.toBeChecked();
  await expect.element(button(t.publish)).toBeEnabled();
  await send();
  expect(publish).not.toHaveBeenCalled();
  store.edit((content) => writeAt(content, vitacura, 26_000));
  store.edit((content) => writeAt(content, ['routes', 'centro', 'prices', 0, 'pesos'], 16_000));
  await expect.element(button(t.publish)).toBeEnabled();
  await button(t.publish).click();
  await expect.poll(() => publish.mock.calls).toHaveLength(1);
});

test('planned prices, a new cheap route and a small change: the first two are asked about, the last is not', async () => {
  const planned = writeAt(
    named,
    ['routes', 'vitacura', 'prices'],
    [{ pesos: 25_000 }, { pesos: 60_000, validFrom: '2099-01-01' }],
  );
  const route = { id: 'maipu', name: { es: 'Maipú' }, minutes: 30, prices: [{ pesos: 900 }] };
  const dearer = writeAt(planned, ['routes', 'centro', 'prices', 0, 'pesos'], 21_000);
  await renderPublish(writeAt(dearer, ['routes'], [...dearer.routes, route]));
  await expect.element(page.getByText(t.jumps.rises('140'), { exact: true })).toBeVisible();
  await expect.element(page.getByText(t.jumps.low, { exact: true })).toBeVisible();
  await expect.element(box(t.jumps.confirmAll(2))).toBeVisible();
  await expectAccessibleInBothThemes();
  await expectFitsEverywhere();
});

test.for([
  ['50', '$500', 4],
  ['-90', '$1', 4],
  ['40', '$1', 0],
  ['-40', '$1', 0],
] as const)(
  'all prices raised by %s per cent, rounded to %s: %i are asked about',
  async ([percent, rounding, asked]) => {
    const { publish } = await renderPublish(named, { at: { view: 'prices' } });
    const { raise } = spanish.prices;
    await button(raise.open).click();
    await page.getByLabelText(raise.percent).fill(percent);
    await page.getByLabelText(raise.rounding).selectOptions(rounding);
    await button(spanish.prices.take).click();
    await page.getByRole('tab', { name: /^Publicar/ }).click();
    await expect.element(button(t.publish)).toBeEnabled();
    await send();
    if (asked > 0) {
      await expect.element(page.getByRole('alert').getByText(t.jumps.missing)).toBeVisible();
      expect(publish).not.toHaveBeenCalled();
      await box(t.jumps.confirmAll(asked)).click();
      await button(t.publish).click();
    }
    await expect.poll(() => publish.mock.calls).toHaveLength(1);
  },
);

test('the first publication waits for three answers; a no takes the claim off the screen', async () => {
  const { publish, store } = await renderPublish(named, { releases: [first] });
  const shown = () =>
    ['gps', 'monitoring', 'insurance'].map((id) =>
      readAt(store.get().draft!.content, ['claims', id, 'shown']),
    );
  await answer(t.claims.questions.gps, t.claims.no).click();
  await answer(t.claims.questions.insurance, t.claims.yes).click();
  await expect.element(button(t.publish)).toBeEnabled();
  await send('Primera');
  await expect.element(page.getByRole('alert').getByText(t.claims.missing)).toBeVisible();
  expect(publish).not.toHaveBeenCalled();
  await expectAccessibleInBothThemes();
  await expectFitsEverywhere();
  await answer(t.claims.questions.monitoring, t.claims.yes).click();
  await expect.element(page.getByText(t.claims.missing)).not.toBeInTheDocument();
  expect(shown()).toEqual([false, true, true]);
  await expect.element(button(t.publish)).toBeEnabled();
  await button(t.publish).click();
  await expect.poll(() => publish.mock.calls.map(([, note]) => note)).toEqual(['Primera']);
});

test('an answer can be taken back, and a claim that is switched off already is a no', async () => {
  const { store } = await renderPublish(writeAt(named, ['claims', 'gps', 'shown'], false), {
    releases: [first],
  });
  const isShown = () => readAt(store.get().draft!.content, ['claims', 'gps', 'shown']);
  await expect.element(answer(t.claims.questions.gps, t.claims.no)).toBeChecked();
  await answer(t.claims.questions.gps, t.claims.yes).click();
  await expect.element(answer(t.claims.questions.gps, t.claims.yes)).toBeChecked();
  expect(isShown()).toBe(true);
  await answer(t.claims.questions.gps, t.claims.no).click();
  expect(isShown()).toBe(false);
  await answer(t.claims.questions.gps, t.claims.yes).click();
  expect(isShown()).toBe(true);
});

test('a claim that the company has deleted is not asked about', async () => {
  await renderPublish(writeAt(named, ['claims', 'monitoring'], undefined), { releases: [first] });
  await expect.element(page.getByText(t.claims.questions.gps)).toBeVisible();
  await expect.element(page.getByText(t.claims.questions.monitoring)).not.toBeInTheDocument();
});

test('a later publication asks nothing about claims', async () => {
  await renderPublish(writeAt(named, ['company', 'address'], 'Alameda 1'));
  await expect.element(button(t.publish)).toBeVisible();
  await expect.element(page.getByText(t.claims.title)).not.toBeInTheDocument();
});
