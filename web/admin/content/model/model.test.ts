import { expect, test } from 'vitest';
import { contentShape } from '../../../../shared/content/content.ts';
import { findProblems } from '../../../../shared/content/problems.ts';
import { fieldsOf, isObject, type Shape } from '../../../../shared/content/shape.ts';
import { readFirstRelease } from '../../../../shared/testing/content.ts';
import { textIn } from '../../../../shared/content/text.ts';
import { languages } from '../../../../shared/languages.ts';
import { editSpanish, type Words } from '../../../../shared/content/words.ts';
import { listGroups, matches } from './items.ts';
import { addItem, blankOf, countReferences, moveItem } from './lists.ts';
import { problemsOf } from './problems.ts';
import { readAt, shapeAt, withIds, writeAt } from './tree.ts';

const content = readFirstRelease();
const description = ['places', 'plaza-de-armas', 'description'];
const outdated = writeAt(
  content,
  description,
  editSpanish(readAt(content, description) as Words, 'Otro texto.'),
);

test('a part is read and replaced by its path; everything beside it stays the same object', () => {
  const path = ['routes', 'centro', 'prices', 0, 'pesos'];
  const changed = writeAt(content, path, 16_000);
  expect(readAt(changed, path)).toBe(16_000);
  expect(changed.routes[1]).toBe(content.routes[1]);
  expect(changed.places).toBe(content.places);
  expect(readAt(writeAt(content, ['routes', 'centro'], undefined), ['routes', 'centro'])).toBeUndefined();
  expect(shapeAt(content, path)).toMatchObject({ kind: 'integer', max: 10_000_000 });
  expect(withIds(content, ['routes', 0, 'prices', 0])).toEqual(['routes', 'centro', 'prices', 0]);
});

test('a fresh installation has nothing to translate', () => {
  const items = listGroups(content).flatMap((group) => group.items);
  expect(items.filter(({ states }) => Object.values(states).some((state) => state !== 'done'))).toEqual([]);
});

test('an edited Spanish text marks its item in the four other languages; all other items stay the same objects', () => {
  const find = (document: typeof content) => listGroups(document).flatMap(({ items }) => items);
  const [before, after] = [find(content), find(outdated)];
  const changed = after.filter((item, index) => item !== before[index]);
  expect(changed.map(({ key, states }) => [key, states])).toEqual([
    ['places/plaza-de-armas', { es: 'done', en: 'outdated', fr: 'outdated', pt: 'outdated', de: 'outdated' }],
  ]);
});

test('a search finds words without their accents, in any language', () => {
  const [place] = listGroups(content).find(({ part }) => part === 'places')!.items;
  expect(matches(content, place!, 'catedral')).toBe(true);
  expect(matches(content, place!, 'CHESS armas')).toBe(true);
  expect(matches(content, place!, 'catedral ausente')).toBe(false);
});

test('a search finds only texts that a person reads', () => {
  const found = (search: string, document = content) =>
    listGroups(document)
      .flatMap(({ items }) => items)
      .filter((item) => matches(document, item, search))
      .map(({ key }) => key);
  for (const internal of ['00000000-0000-4000', 'plaza-de-armas', 'validfrom', '{"es":'])
    expect(found(internal)).toEqual([]);
  const claim = writeAt(content, ['claims', 'gps', 'title'], {
    es: 'Rastreo',
    en: { text: 'Tracking', of: 'Zarza' },
  });
  expect(found('tracking', claim)).toContain('claims/gps');
  expect(found('zarza', claim)).toEqual([]);
});

test('a search finds a place by the name of its city, also after the city has another name', () => {
  const place = listGroups(content)
    .flatMap(({ items }) => items)
    .find(({ key }) => key === 'places/plaza-de-armas')!;
  expect(matches(content, place, 'armas santiago')).toBe(true);
  const renamed = writeAt(content, ['cities', 'santiago', 'name', 'es'], 'La Capital');
  expect(matches(renamed, place, 'armas capital')).toBe(true);
});

test('a new item of every list needs nothing but texts before it may be saved', () => {
  for (const { list } of listGroups(content)) {
    if (!list || list[0] === 'pictures') continue;
    const added = addItem(content, list)!;
    expect(findProblems(added.content, true)).toEqual([]);
    expect(readAt(added.content, added.path)).toBeDefined();
  }
  const notice = blankOf(shapeAt(content, ['notice'])!, content);
  expect(findProblems({ ...content, notice }, true)).toEqual([]);
});

test('a full list takes no further item, and nothing moves beyond the ends', () => {
  const full = {
    ...content,
    cities: Array.from({ length: 20 }, (_, index) => ({ id: `c${index}`, name: { es: 'C' } })),
  };
  expect(addItem(full, ['cities'])).toBeNull();
  expect(moveItem(content, ['routes'], 0, -1)).toBe(content);
  expect(moveItem(content, ['routes'], 0, 2).routes.map(({ id }) => id)[2]).toBe('centro');
});

test('references to an item are counted', () => {
  const places = content.places.filter(({ city }) => city === 'santiago').length;
  expect(countReferences(content, ['cities', 'santiago'])).toBe(places);
  expect(countReferences(content, ['routes', 'centro'])).toBe(0);
});

test('a problem is named by the id of its item, and survives a reorder', () => {
  const broken = writeAt(content, ['routes', 'centro', 'prices', 0, 'pesos'], -1);
  for (const document of [broken, moveItem(broken, ['routes'], 0, 2)])
    expect(problemsOf(document)).toMatchObject([{ key: 'routes/centro/prices/0/pesos', code: 'too_small' }]);
});

/** The texts that are longer than their place on the screen. */
function tooLong(value: unknown, shape: Shape): readonly string[] {
  if (value === undefined) return [];
  if (shape.kind === 'words')
    return languages
      .map((language) => textIn(value as Words, language).text)
      .filter((text) => [...text].length > shape.fits);
  if (Array.isArray(value))
    return shape.kind === 'list' ? value.flatMap((item) => tooLong(item, shape.of)) : [];
  if (!isObject(value)) return [];
  return Object.entries(fieldsOf(shape, value) ?? {}).flatMap(([name, field]) => tooLong(value[name], field));
}

test('every text of the first release is as short as the screen wants it, in five languages', () => {
  expect(tooLong(content, contentShape)).toEqual([]);
});
