import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Content } from '../../../shared/content/content.ts';
import { staffLanguages } from '../../../shared/staff-languages.ts';
import { readFirstRelease } from '../../../shared/testing/content.ts';
import { editSpanish, type Words } from '../../../shared/content/words.ts';
import { DataError } from '../../data/errors.ts';
import { studio as spanish } from '../../i18n/es/studio.ts';
import { languageNames } from '../../i18n/languages.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere, devices } from '../../testing/looks.ts';
import { renderStudio } from '../../testing/studio.tsx';
import { readAt, writeAt } from './model/tree.ts';

const first = readFirstRelease();
const square = ['places', 'plaza-de-armas'];
const place = square.join('/');
/** Opens an item; rows beyond the screen are not drawn, so that they have no role yet. */
const openRow = (name: string) => page.getByText(name, { exact: true }).first().click();
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The Spanish text of a place has changed, the English one is missing, a price is planned. */
function edited(): Content {
  const description = editSpanish(
    readAt(first, [...square, 'description']) as Words,
    'El centro de la ciudad.',
  );
  const changed = writeAt(first, [...square, 'description'], description);
  const untranslated = writeAt(changed, ['claims', 'gps', 'title'], { es: 'GPS siempre' });
  return writeAt(
    untranslated,
    ['routes', 'vitacura', 'prices'],
    [{ pesos: 25_000 }, { pesos: 27_000, night: 30_000, validFrom: '2099-12-15' }],
  );
}

const views = {
  texts: { view: 'texts' },
  place: { item: place },
  prices: { view: 'prices' },
  publish: { view: 'publish' },
  history: { view: 'history' },
};
const deepItems = {
  tour: { item: 'tours/00000000-0000-4000-8000-000000000001' },
  policy: { item: 'policy' },
};

/** A broken text as well, so that the list of problems shows. */
const broken = () => writeAt(edited(), ['company', 'name'], '');

test.for(staffLanguages)('every view of the studio fits every screen (%s)', async (language) => {
  const t = await loadNamespace('studio', language);
  for (const at of Object.values(views)) {
    const { unmount } = await renderStudio({ language, at, content: broken(), releases: [first, edited()] });
    await expect.element(page.getByRole('tab', { name: t.views.texts })).toBeVisible();
    await expectFitsEverywhere();
    await unmount();
  }
});

test.for(staffLanguages.flatMap((language) => [['admin', language] as const, ['office', language] as const]))(
  'the tabs of the studio stand in one row of a phone (%s, %s)',
  async ([role, language]) => {
    await page.viewport(360, 740);
    await renderStudio({ language, role, content: edited() });
    await expect.element(page.getByRole('tab', { name: /[(]\d+[)]$/ })).toBeVisible();
    await expect.element(page.getByRole('tab').first()).toBeVisible();
    const boxes = page
      .getByRole('tab')
      .elements()
      .map((tab) => tab.getBoundingClientRect());
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    // The panel leaves 16 px at each side.
    expect(boxes.at(-1)!.right - boxes[0]!.left).toBeLessThanOrEqual(328);
  },
);

test.for(Object.entries({ ...views, ...deepItems }))(
  'the view %s is accessible in both themes, as on a device held upright',
  async ([, at]) => {
    await page.viewport(devices[1].width, devices[1].height);
    await renderStudio({ at, content: broken(), releases: [first, edited()] });
    await expect.element(page.getByRole('tab', { name: spanish.views.texts })).toBeVisible();
    await expectAccessibleInBothThemes();
  },
);

test('the list shows what is outdated or missing, in one language or in all, and finds texts', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  await renderStudio({ at: views.texts, content: edited() });
  const square = page.getByRole('button', { name: /^Plaza de Armas/ });
  await expect.element(square.getByText(`Deutsch: ${spanish.states.outdated}`)).toBeInTheDocument();
  const show = page.getByLabelText(spanish.list.show);
  await show.selectOptions('outdated');
  await expect.element(square).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^GPS siempre/ })).not.toBeInTheDocument();
  await show.selectOptions('missing');
  await expect.element(page.getByRole('button', { name: /^GPS siempre/ })).toBeVisible();
  await page.getByLabelText(spanish.list.language).selectOptions('es');
  await expect.element(page.getByText(spanish.list.nothing)).toBeVisible();
  await show.selectOptions('');
  await page.getByRole('searchbox').fill('valparaiso funicular');
  await userEvent.keyboard('{Enter}');
  await expect.element(square).not.toBeInTheDocument();
});

test('an edited Spanish text marks the translation at once, and its limit is said', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  await renderStudio({ at: { item: 'routes/centro' } });
  const name = page.getByLabelText(languageNames.es, { exact: true });
  await name.fill('Centro histórico');
  await expect.element(page.getByText(spanish.editor.spanishChanged)).toBeVisible();
  await button(spanish.editor.stillRight).click();
  await expect.element(page.getByText(spanish.editor.spanishChanged)).not.toBeInTheDocument();
  await name.fill('x'.repeat(61));
  await expect.element(page.getByText(spanish.problems.too_long('60'))).toBeVisible();
  await name.fill('');
  await expect.element(page.getByText(spanish.problems.empty)).toBeVisible();
});

test.each(['tours', 'tours/no-existe', 'nada', '/'])(
  'an address that leads to no item shows the list (%s)',
  async (item) => {
    await renderStudio({ at: { item } });
    await expect.element(page.getByRole('heading', { name: spanish.list.choose })).toBeVisible();
  },
);

test('other fields: a choice that decides what follows, an optional text, a claim switched off', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const { store } = await renderStudio({ at: views.texts });
  const draft = () => store.get().draft?.content;
  await openRow('Plaza de Armas');
  await page.getByLabelText(spanish.fields.fee, { exact: true }).selectOptions('fixed');
  await page.getByLabelText(spanish.fields.pesos, { exact: true }).fill('7.000');
  expect(readAt(draft(), [...square, 'fee'])).toEqual({ kind: 'fixed', pesos: 7_000 });
  await openRow('Centro');
  await button(spanish.editor.addField(spanish.fields.note)).click();
  expect(readAt(draft(), ['routes', 'centro', 'note'])).toEqual({ es: '' });
  await openRow('GPS en tiempo real');
  await page.getByLabelText(spanish.fields.shown).click();
  expect(readAt(draft(), ['claims', 'gps', 'shown'])).toBe(false);
});

test('an optional text is removed after a question', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const { store } = await renderStudio({ at: views.texts });
  const note = () => readAt(store.get().draft!.content, ['routes', 'centro', 'note']);
  const dialog = page.getByRole('dialog');
  await openRow('Centro');
  const add = button(spanish.editor.addField(spanish.fields.note));
  await add.click();
  const text = page
    .getByRole('group', { name: new RegExp(`^${spanish.fields.note}`) })
    .getByLabelText(languageNames.es);
  await text.fill('Con equipaje');
  const remove = button(spanish.list.remove(spanish.fields.note));
  await remove.click();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  expect(note()).toEqual({ es: 'Con equipaje' });
  await remove.click();
  await dialog.getByRole('button', { name: 'Eliminar' }).click();
  expect(note()).toBeUndefined();
  await expect.element(add).toBeVisible();
});

test('items are added, moved with an announcement, and removed after a question', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const { store, said } = await renderStudio({ at: views.texts });
  const routes = () => store.get().draft!.content.routes.map(({ name }) => name.es);
  await button(spanish.list.addTo(spanish.parts.routes)).click();
  await page.getByLabelText(languageNames.es, { exact: true }).fill('Ñuñoa');
  expect(routes().at(-1)).toBe('Ñuñoa');
  await button(spanish.list.up('Ñuñoa')).click();
  expect(said).toContain(spanish.list.moved('Ñuñoa', 4, 5));
  expect(routes().indexOf('Ñuñoa')).toBe(3);
  await button(spanish.list.remove('Ñuñoa')).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  expect(routes()).not.toContain('Ñuñoa');
});

test('the first meeting point is added with its texts, and the last one is removed', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const { store } = await renderStudio({ at: views.texts });
  const points = () => store.get().draft!.content.meetingPoints;
  expect(points()).toBeUndefined();
  await button(spanish.list.addTo(spanish.parts.meetingPoints)).click();
  const text = (field: string) =>
    page
      .getByRole('group', { name: new RegExp(`^${field}`) })
      .getByLabelText(languageNames.es, { exact: true });
  await text(spanish.fields.name).fill('Terminal 2');
  await text(spanish.fields.text).fill('En la salida, con un letrero.');
  await expect.element(page.getByLabelText(spanish.pictures.upload).last()).toBeEnabled();
  expect(points()).toMatchObject([
    { name: { es: 'Terminal 2' }, text: { es: 'En la salida, con un letrero.' } },
  ]);
  await button(spanish.list.remove('Terminal 2')).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  expect(points()).toEqual([]);
});

test('stops of a tour are added, moved and removed, and then the tour with all of them', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const [tour] = first.tours;
  const { store, said } = await renderStudio({ at: { item: `tours/${tour!.id}` } });
  const stops = () => store.get().draft!.content.tours[0]!.stops.map(({ place: name }) => name.es);
  const [one, two, three] = tour!.stops.map(({ place: name }) => name.es);
  const nameOf = (place: number) => `${spanish.singular.stops} ${place}`;
  await button(spanish.list.down(nameOf(1))).click();
  expect(stops()).toEqual([two, one, three]);
  await button(spanish.list.remove(nameOf(3))).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  expect(stops()).toEqual([two, one, three]);
  await button(spanish.list.remove(nameOf(3))).click();
  await question.getByRole('button', { name: 'Eliminar' }).click();
  expect(stops()).toEqual([two, one]);
  expect(said).toContain(spanish.editor.removed(nameOf(3)));
  await button(spanish.editor.addField(spanish.singular.stops)).click();
  expect(stops()).toEqual([two, one, '']);
  await button(spanish.list.remove(nameOf(3))).click();
  await question.getByRole('button', { name: 'Eliminar' }).click();
  expect(stops()).toEqual([two, one]);
  await button(spanish.list.remove(tour!.name.es)).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect.element(page.getByText(spanish.list.choose)).toBeVisible();
  expect(store.get().draft!.content.tours).toHaveLength(first.tours.length - 1);
});

test('a section of the policy is removed after a question, and so is one of its points', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const { store } = await renderStudio({ at: { item: 'policy' } });
  const sections = () => store.get().draft!.content.policy.sections;
  const [, second] = sections();
  const remove = (name: string) => button(spanish.list.remove(name)).first().click();
  const confirm = () => page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await remove(`${spanish.singular.items} 1`);
  expect(sections()).toEqual(first.policy.sections);
  await confirm();
  expect(sections()[0]!.items).toEqual(first.policy.sections[0]!.items.slice(1));
  await remove(`${spanish.singular.sections} 1`);
  await confirm();
  expect(sections()[0]).toEqual(second);
});

test('the second version of the privacy policy is taken into the draft with one press, once', async () => {
  const { store } = await renderStudio({ at: { item: 'policy' } });
  const take = page.getByRole('button', { name: spanish.policy.take, exact: true });
  await take.click();
  await expect.poll(() => store.get().draft?.content.policy.version).toBe(2);
  await expect.element(take).not.toBeInTheDocument();
});

test('a city that places refer to is not removed', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  await renderStudio({ at: { item: 'cities/santiago' } });
  await button(spanish.list.remove('Santiago')).click();
  await expect.element(page.getByText(spanish.editor.inUse('12'))).toBeVisible();
});

test('of two people who change the same text the second sees both and chooses', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const named = (name: string, phone: string): Content => ({
    ...first,
    company: { ...first.company, name, phone },
  });
  let version = 1;
  const saved: Content[] = [];
  await renderStudio({
    at: { section: 'company' },
    server: {
      load: async () => ({ version, content: version === 1 ? first : named('Taxi Elena', '+56223456789') }),
      save: async (content, expected) => {
        if (expected === 1) version = 2;
        if (expected === 1) return { kind: 'conflict', by: 'elena@example.com' };
        saved.push(content);
        return { kind: 'saved', version: 3 };
      },
    },
  });
  await page.getByLabelText(spanish.fields.name, { exact: true }).fill('Taxi Andes');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(spanish.conflict.text('elena@example.com'))).toBeVisible();
  await expect.element(dialog.getByText('Taxi Andes')).toBeVisible();
  await expect.element(dialog.getByText('Taxi Elena')).toBeVisible();
  await expectAccessibleInBothThemes();
  await expectFitsEverywhere();
  await dialog.getByRole('button', { name: spanish.conflict.mine, exact: true }).click();
  await expect.poll(() => saved).toEqual([named('Taxi Andes', '+56223456789')]);
});

test('without a connection the work stays here, and that is said', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const failure = new DataError('network', 'Failed to fetch', 0, true);
  await renderStudio({
    at: { section: 'company', field: 'company/rut' },
    server: { save: () => Promise.reject(failure) },
  });
  await page.getByLabelText(spanish.fields.rut, { exact: true }).fill('76.123.456-7');
  await expect.element(page.getByText(spanish.saveState.offline)).toBeVisible();
});
