import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeChanges } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { readFirstRelease } from '../../../../shared/content/testing.ts';
import { editSpanish, editTranslation } from '../../../../shared/content/words.ts';
import { addItem, moveItem } from './lists.ts';
import { mergeContent } from './merge.ts';
import { readAt, writeAt } from './tree.ts';

const base = readFirstRelease();
const setPrice = (content: Content, id: string, pesos: number) =>
  writeAt(content, ['routes', id, 'prices', 0, 'pesos'], pesos);

/** Edits of one place each: two of the same place give the same document in either order or the later one. */
const edits: readonly ((content: Content) => Content)[] = [
  (content) => setPrice(content, 'centro', 16_000),
  (content) => setPrice(content, 'vitacura', 27_000),
  (content) => writeAt(content, ['company', 'phone'], '+56 2 2345 6789'),
  (content) => writeAt(content, ['claims', 'gps', 'shown'], false),
  (content) => writeAt(content, ['places', 'plaza-de-armas'], undefined),
  (content) =>
    writeAt(content, ['claims', 'driver', 'line'], editSpanish(content.claims[1]!.line, 'Otro texto')),
  (content) => ({
    ...content,
    notice: { text: { es: 'Feriado' }, validFrom: '2026-12-24', validUntil: '2026-12-25' },
  }),
];

test('work of two people on different places is joined, whoever puts theirs on top', () => {
  const subset = fc.uniqueArray(fc.nat({ max: edits.length - 1 }));
  fc.assert(
    fc.property(subset, subset, (mine, theirs) => {
      const apply = (numbers: readonly number[]) =>
        numbers.reduce((content, number) => edits[number]!(content), base);
      const merged = mergeContent(base, apply(mine), apply(theirs));
      const both = [...new Set([...mine, ...theirs])];
      expect(describeChanges(apply(both), merged)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test('prices whose fields stand in another order, as the database returns them, are no change of mine', () => {
  const path = ['routes', 'centro', 'prices'];
  const stored = writeAt(base, path, [{ night: 19_000, pesos: 16_000 }]);
  const mine = writeAt(base, path, [{ pesos: 16_000, night: 19_000 }]);
  const older = writeAt(base, path, [{ pesos: 15_000 }]);
  expect(readAt(mergeContent(stored, mine, older), path)).toEqual([{ pesos: 15_000 }]);
});

test('where both changed the same figure, mine stays', () => {
  const merged = mergeContent(base, setPrice(base, 'centro', 16_000), setPrice(base, 'centro', 17_000));
  expect(readAt(merged, ['routes', 'centro', 'prices', 0, 'pesos'])).toBe(16_000);
});

test('a text is joined by language, and Spanish edited by me makes their new translation outdated', () => {
  const path = ['claims', 'gps', 'title'];
  const words = base.claims[0]!.title;
  const mine = writeAt(base, path, editSpanish(words, 'GPS siempre'));
  const theirs = writeAt(base, path, editTranslation(words, 'de', 'GPS live'));
  expect(readAt(mergeContent(base, mine, theirs), path)).toMatchObject({
    es: 'GPS siempre',
    de: { text: 'GPS live', of: words.es },
  });
});

/** The Spanish has changed since the German text was written. */
const outdated = writeAt(base, ['claims', 'gps', 'title'], editSpanish(base.claims[0]!.title, 'GPS siempre'));
const german = (content: Content) => readAt(content, ['claims', 'gps', 'title', 'de']);
const confirm = (content: Content) =>
  writeAt(
    content,
    ['claims', 'gps', 'title'],
    editTranslation(content.claims[0]!.title, 'de', content.claims[0]!.title.de!.text),
  );

test.each([
  ['mine', confirm(outdated), setPrice(outdated, 'centro', 16_000)],
  ['theirs', setPrice(outdated, 'centro', 16_000), confirm(outdated)],
  [
    'mine, beside another text of theirs',
    confirm(outdated),
    writeAt(outdated, ['claims', 'gps', 'title', 'en', 'text'], 'GPS live'),
  ],
])('a translation that was confirmed stays so: %s', (_, mine, theirs) => {
  const { text } = base.claims[0]!.title.de!;
  expect(german(mergeContent(outdated, mine, theirs))).toEqual({ text });
});

test('a confirmation counts for the Spanish and the translation that were seen', () => {
  const path = ['claims', 'gps', 'title'];
  const [{ title }] = outdated.claims as [Content['claims'][number]];
  const otherSpanish = writeAt(outdated, path, editSpanish(title, 'GPS en vivo'));
  expect(german(mergeContent(outdated, confirm(outdated), otherSpanish))).toEqual({
    text: title.de!.text,
    of: 'GPS siempre',
  });
  const otherGerman = writeAt(outdated, [...path, 'de'], { text: 'GPS immer', of: title.de!.of });
  expect(german(mergeContent(outdated, confirm(outdated), otherGerman))).toMatchObject({ text: 'GPS immer' });
});

test('a confirmation within a list without ids stays beside my work on the list', () => {
  const stops = ['tours', base.tours[0]!.id, 'stops'];
  const place = [...stops, 0, 'place'];
  const words = editSpanish(base.tours[0]!.stops[0]!.place, 'Otra parada');
  const changed = writeAt(base, place, words);
  const confirmed = writeAt(changed, place, editTranslation(words, 'de', words.de!.text));
  const mine = moveItem(changed, stops, 0, 1);
  const merged = mergeContent(changed, mine, confirmed);
  expect(readAt(merged, [...stops, 1, 'place', 'de'])).toEqual({ text: words.de!.text });
  expect(describeChanges(mine, merged)).toEqual([]);
});

test('items added by both stay, and my order goes before theirs', () => {
  const mine = moveItem(addItem(base, ['claims'])!.content, ['claims'], 0, 3);
  const theirs = addItem(base, ['claims'])!.content;
  const ids = (content: Content) => content.claims.map(({ id }) => id);
  expect(ids(mergeContent(base, mine, theirs))).toEqual([...ids(mine), ids(theirs).at(-1)]);
});

test('an item that I edited stays though they removed it; one that I removed goes', () => {
  const without = writeAt(base, ['routes', 'centro'], undefined);
  const edited = setPrice(base, 'centro', 16_000);
  expect(mergeContent(base, edited, without).routes.map(({ id }) => id)).toContain('centro');
  expect(mergeContent(base, without, edited).routes.map(({ id }) => id)).not.toContain('centro');
});
