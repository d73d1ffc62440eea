import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Content } from '../../../shared/content/content.ts';
import { readFirstRelease } from '../../../shared/testing/content.ts';
import { DataError } from '../../data/errors.ts';
import { admin as words } from '../../i18n/es/admin.ts';
import { common } from '../../i18n/es/common.ts';
import { errors } from '../../i18n/es/errors.ts';
import { studio as spanish } from '../../i18n/es/studio.ts';
import { devices } from '../../testing/looks.ts';
import { renderStudio } from '../../testing/studio.tsx';
import { writeAt } from './model/tree.ts';

const first = readFirstRelease();
const setPhone = (content: Content) => writeAt(content, ['company', 'phone'], '+56 2 2345 6789');
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('prices are edited in place, planned, and raised with a preview', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const { store, said } = await renderStudio({ at: { view: 'prices' } });
  const prices = () => store.get().draft!.content.routes.map((route) => route.prices);
  const centro = page.getByLabelText(`${spanish.fields.pesos}, Centro`, { exact: true });
  await centro.fill('16.500');
  expect(prices()[0]).toEqual([{ pesos: 16_500 }]);
  await centro.fill('mil');
  await expect.element(centro).toHaveAttribute('aria-invalid', 'true');
  // As before the typing: the field says so.
  expect(prices()[0]).toEqual([{ pesos: 15_000 }]);
  await centro.fill('16000');
  await button(spanish.prices.planOf('Centro')).click();
  expect(prices()[0]).toMatchObject([{ pesos: 16_000 }, { pesos: 16_000, validFrom: expect.any(String) }]);
  await button(spanish.list.remove(`${spanish.singular.prices} 2, Centro`)).click();
  expect(prices()[0]).toHaveLength(2);
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  expect(prices()[0]).toHaveLength(1);
  await button(spanish.prices.raise.open).click();
  await page.getByLabelText(spanish.prices.raise.percent).fill('5');
  await expect.element(page.getByRole('dialog').getByText('$17.000')).toBeVisible();
  await button(spanish.prices.take).click();
  expect(prices().map(([price]) => price!.pesos)).toEqual([17_000, 19_000, 23_000, 26_500]);
  expect(said).toContain(spanish.prices.raise.done);
});

test('a price that differs from the published one is a draft, and says which one rules', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const { store } = await renderStudio();
  const { drafts, states } = spanish.prices;
  const bar = page.getByText('1 cambio sin publicar');
  await expect.element(page.getByText(states.current)).toHaveLength(4);
  await expect.element(bar).not.toBeInTheDocument();
  await page.getByLabelText(`${spanish.fields.pesos}, Providencia`, { exact: true }).fill('19.000');
  await expect.element(page.getByText(drafts.current('$18.000'), { exact: true })).toBeVisible();
  await expect.element(page.getByText(states.current)).toHaveLength(3);
  await expect.element(bar).toBeVisible();
  await expect.element(page.getByRole('tab', { name: 'Publicar (1)' })).toBeVisible();
  await button(spanish.prices.planOf('Providencia')).click();
  await expect.element(page.getByText(drafts.planned)).toBeVisible();
  await expect.element(page.getByText('2 cambios sin publicar')).toBeVisible();
  store.edit((content) => writeAt(content, ['routes', 'providencia', 'prices'], [{ pesos: 18_000 }]));
  await expect.element(page.getByText(states.current)).toHaveLength(4);
  await expect.element(page.getByText(/sin publicar$/)).not.toBeInTheDocument();
});

test('the bar leads to the publication, whose note has the focus', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  await renderStudio({ content: setPhone(first), releases: [first, first, first] });
  await button(spanish.publish.publish).click();
  await expect.element(page.getByLabelText(spanish.publish.note)).toHaveFocus();
  await expect.element(button(spanish.publish.publish)).toBeVisible();
});

test('the office reads in the bar who publishes', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  await renderStudio({ role: 'office', content: setPhone(first) });
  await expect.element(page.getByText(spanish.publish.whoPublishes)).toBeVisible();
  await expect.element(button(spanish.publish.publish)).not.toBeInTheDocument();
});

test('a file of prices shows what changes before it is taken, and is refused with its lines', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const { store } = await renderStudio({ at: { view: 'prices' } });
  await button(spanish.prices.import.open).click();
  const file = page.getByLabelText(words.importing.file);
  const choose = (lines: string) =>
    userEvent.upload(
      file,
      new File([`\uFEFFid;destino;desde;hasta;precio;noche\r\n${lines}`], 'precios.csv'),
    );
  await choose('centro;Centro;;;15.500;\r\nmarte;Marte;;;1;\r\n');
  const reason = `${words.importing.line('3')} id: ${spanish.prices.import.problems.unknown_route}`;
  await expect.element(page.getByRole('alert').getByText(reason)).toBeVisible();
  await expect.element(button(spanish.prices.take)).toBeDisabled();
  await choose('centro;Centro;;;15.500,00;\r\n');
  await expect.element(page.getByText('Precio: $15.000 → $15.500')).toBeVisible();
  await button(spanish.prices.take).click();
  await expect.element(file).not.toBeInTheDocument();
  expect(store.get().draft!.content.routes[0]!.prices).toEqual([{ pesos: 15_500 }]);
});

test('a policy that changes without a higher number is pointed out, under a higher one it is not', async () => {
  const changed = writeAt(first, ['policy', 'sections', 0, 'title'], '1. Palabras que usamos');
  const { store } = await renderStudio({ content: changed, at: { view: 'publish' } });
  const warning = page.getByText(spanish.publish.policySilent);
  await expect.element(warning).toBeVisible();
  store.edit((content) => writeAt(content, ['policy', 'version'], 2));
  await expect.element(warning).not.toBeInTheDocument();
  store.edit((content) => writeAt(content, ['policy', 'version'], 0));
  await expect.element(warning).toBeVisible();
});

test('a policy whose fields stand in another order, as the database returns them, has not changed', async () => {
  const { version, date, sections } = first.policy;
  const reordered = sections.map(({ title, text, items }) => ({ items, text, title }));
  const content = setPhone({ ...first, policy: { sections: reordered, date, version } });
  await renderStudio({ content, at: { view: 'publish' } });
  await expect.element(page.getByText(spanish.publish.changes('1'))).toBeVisible();
  await expect.element(page.getByText(spanish.publish.policySilent)).not.toBeInTheDocument();
});

test('the publication says what will change, asks for a note, and waits for problems to be mended', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const publish = vi.fn<(version: number, note: string) => Promise<number>>(async () => 2);
  const priced = writeAt(first, ['routes', 'las-condes', 'prices', 0, 'pesos'], 24_000);
  const unnamed = writeAt(priced, ['company', 'name'], '');
  const { said } = await renderStudio({
    content: unnamed,
    releases: [first, first],
    at: { view: 'publish' },
    server: { publish },
  });
  await expect.element(page.getByText('$22.000')).toBeVisible();
  await expect.element(page.getByText('$24.000')).toBeVisible();
  const send = page.getByRole('button', { name: spanish.publish.publish });
  await expect.element(send).toBeDisabled();
  await page.getByRole('button', { name: new RegExp(spanish.problems.empty) }).click();
  const name = page.getByLabelText(spanish.fields.name, { exact: true });
  await expect.element(name).toHaveFocus();
  await name.fill('Andes Transfer');
  await button(spanish.publish.publish).click();
  await expect.element(send).toBeEnabled();
  await send.click();
  await expect.element(page.getByText(spanish.publish.noteMissing)).toBeVisible();
  await page.getByLabelText(spanish.publish.note).fill('Suben los peajes');
  await send.click();
  await expect.poll(() => publish.mock.calls).toEqual([[2, 'Suben los peajes']]);
  await expect.poll(() => said).toContain(spanish.publish.published('2'));
});

test('a problem of a translation opens the translation', async () => {
  const [route] = first.routes;
  const path = ['routes', route!.id, 'name', 'de', 'text'];
  await renderStudio({
    content: writeAt(first, path, 'x'.repeat(1_000)),
    releases: [first],
    at: { view: 'publish' },
  });
  await page.getByRole('button', { name: /Deutsch/ }).click();
  await expect.element(page.getByRole('textbox', { name: 'Deutsch' }).first()).toHaveFocus();
});

test('the history says what a release changed, and takes an older one back into the draft', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const second = writeAt(first, ['routes', 'centro', 'prices', 0, 'pesos'], 16_000);
  const publish = vi.fn<(version: number, note: string) => Promise<number>>(async () => 3);
  const { saved, said } = await renderStudio({
    content: setPhone(second),
    releases: [first, second],
    at: { view: 'history' },
    server: { publish },
  });
  await button(spanish.history.whatChanged).click();
  await expect.element(page.getByText('$16.000')).toBeVisible();
  await button(spanish.history.restoreOf('1')).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(spanish.history.restoreText)).toBeVisible();
  await dialog.getByRole('button', { name: spanish.history.restore }).click();
  await expect.poll(() => said).toContain(spanish.history.restored('1'));
  await page.getByLabelText(spanish.publish.note).fill('Se vuelve atrás');
  await button(spanish.publish.publish).click();
  await expect.poll(() => publish.mock.calls).toEqual([[2, 'Se vuelve atrás']]);
  expect(saved).toEqual([first]);
});

test('an older release with an older policy goes into the draft with a word about that', async () => {
  const second = writeAt(first, ['policy', 'version'], 2);
  await renderStudio({ content: second, releases: [first, second], at: { view: 'history' } });
  await button(spanish.history.restoreOf('1')).click();
  await page.getByRole('dialog').getByRole('button', { name: spanish.history.restore }).click();
  await expect.element(page.getByText(spanish.publish.policySilent)).toBeVisible();
});

test('an older release that cannot be loaded says so, and is loaded again', async () => {
  const second = setPhone(first);
  await renderStudio({ content: second, releases: [null, second], at: { view: 'history' } });
  const served = vi.spyOn(window, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  onTestFinished(() => served.mockRestore());
  await button(spanish.history.restoreOf('1')).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(spanish.publish.loadFailed)).toBeVisible();
  served.mockResolvedValueOnce(Response.json({ content: first }));
  await dialog.getByRole('button', { name: common.retry }).click();
  await expect.element(dialog.getByRole('button', { name: spanish.history.restore })).toBeEnabled();
});

test('an older release whose pictures are deleted is not offered, and says why', async () => {
  const picture = (id: string) => ({ id, path: `${id}.jpg`, focus: { x: 50, y: 50 }, alt: { es: id } });
  const pictured = { ...first, pictures: [picture('cerro'), picture('playa'), picture('plaza')] };
  const second = { ...first, pictures: [picture('plaza')] };
  await renderStudio({
    content: second,
    releases: [first, pictured, second],
    at: { view: 'history' },
    storedPictures: ['cerro.jpg', 'plaza.jpg'],
  });
  await button(spanish.history.restoreOf('2')).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: spanish.history.restore });
  await expect.element(dialog.getByText(spanish.history.restoreMissing(1))).toBeVisible();
  await expect.element(send).toBeDisabled();
  await dialog.getByRole('button', { name: common.close }).click();
  await button(spanish.history.restoreOf('1')).click();
  await expect.element(send).toBeEnabled();
});

test('a publication that somebody else’s save came before says so, and shows their changes', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  let content = writeAt(first, ['routes', 'centro', 'prices', 0, 'pesos'], 16_000);
  await renderStudio({
    releases: [first, first],
    at: { view: 'publish' },
    server: {
      load: async () => ({ version: 1, content }),
      publish: () => {
        content = writeAt(content, ['routes', 'vitacura', 'prices', 0, 'pesos'], 26_000);
        return Promise.reject(new DataError('content_conflict', 'The draft has changed'));
      },
    },
  });
  await page.getByLabelText(spanish.publish.note).fill('Suben los peajes');
  await page.getByRole('button', { name: spanish.publish.publish }).click();
  await expect.element(page.getByText(spanish.publish.conflict)).toBeVisible();
  await expect.element(page.getByText('$26.000')).toBeVisible();
});

test('a planned price gets an hour, and the publication names it', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const planned = writeAt(
    first,
    ['routes', 'centro', 'prices'],
    [{ pesos: 15_000 }, { pesos: 16_000, validFrom: '2099-12-15' }],
  );
  const { saved } = await renderStudio({ content: planned, at: { view: 'prices' } });
  const time = `${spanish.fields.timeOfDay}, ${spanish.fields.validFrom}, Centro`;
  await page.getByLabelText(time, { exact: true }).fill('12:00');
  await expect
    .poll(() => saved.at(-1)?.routes[0]!.prices[1])
    .toEqual({ pesos: 16_000, validFrom: '2099-12-15T12:00' });
  await page.getByRole('tab', { name: /^Publicar/ }).click();
  await expect.element(page.getByText(/15 dic 2099 12:00/)).toBeVisible();
});

test('the end of a price gets an hour, also midnight', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const season = writeAt(
    first,
    ['routes', 'centro', 'prices'],
    [{ pesos: 15_000, validUntil: '2099-12-31' }],
  );
  const { saved } = await renderStudio({ content: season, at: { view: 'prices' } });
  const time = page.getByLabelText(`${spanish.fields.timeOfDay}, ${spanish.fields.validUntil}, Centro`, {
    exact: true,
  });
  const stored = () => saved.at(-1)?.routes[0]!.prices[0]!.validUntil;
  await time.fill('18:00');
  await expect.poll(stored).toBe('2099-12-31T18:00');
  await time.fill('00:00');
  await expect.poll(stored).toBe('2099-12-31T00:00');
});

test('the note of a publication is a draft that survives a look at another view', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const priced = writeAt(first, ['routes', 'las-condes', 'prices', 0, 'pesos'], 24_000);
  await renderStudio({
    content: priced,
    releases: [first, first],
    account: 'carla',
    at: { view: 'publish' },
  });
  const note = page.getByLabelText(spanish.publish.note);
  await note.fill('Suben los peajes');
  await page.getByRole('tab', { name: spanish.views.prices }).click();
  await expect.element(note).not.toBeInTheDocument();
  await page.getByRole('tab', { name: /^Publicar/ }).click();
  await expect.element(note).toHaveValue('Suben los peajes');
  await button(spanish.publish.publish).click();
  await expect.poll(() => JSON.stringify({ ...localStorage })).not.toContain('Suben los peajes');
});

test('a rise without a percentage says so at the field, and a typed one is a draft until it is taken', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const { said } = await renderStudio({ account: 'carla', at: { view: 'prices' } });
  const { raise, take } = spanish.prices;
  await button(raise.open).click();
  const percent = page.getByLabelText(raise.percent);
  await button(take).click();
  await expect.element(page.getByText(errors.field.required)).toBeVisible();
  await expect.element(percent).toHaveFocus();
  await percent.fill('5');
  await userEvent.keyboard('{Escape}');
  await button(raise.open).click();
  await expect.element(percent).toHaveValue('5');
  await button(take).click();
  await expect.poll(() => said).toContain(raise.done);
  await button(raise.open).click();
  await expect.element(percent).toHaveValue('');
});
