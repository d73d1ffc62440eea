import { expect, test } from 'vitest';
import type { Content } from '../../../../shared/content/content.ts';
import { readFirstRelease } from '../../../../shared/testing/content.ts';
import { editSpanish, editTranslation } from '../../../../shared/content/words.ts';
import { join } from './join.ts';
import { addItem, moveItem } from './lists.ts';
import { readAt, writeAt } from './tree.ts';

const base = readFirstRelease();
const line = ['claims', 'driver', 'line'];
const edited = writeAt(base, line, editSpanish(base.claims[1]!.line, 'Otro texto'));
const setPrice = (content: Content, id: string, pesos: number) =>
  writeAt(content, ['routes', id, 'prices', 0, 'pesos'], pesos);

/** Joins in both directions. */
function joinBoth(mine: Content, theirs: Content) {
  return [join(base, mine, theirs), join(base, theirs, mine)];
}

test.each<[string, (content: Content) => Content, (content: Content) => Content]>([
  [
    'two fields of a part',
    (all) => writeAt(all, ['company', 'phone'], '1'),
    (all) => writeAt(all, ['company', 'rut'], '2'),
  ],
  ['two items of a list', (all) => setPrice(all, 'centro', 1), (all) => setPrice(all, 'vitacura', 2)],
  [
    'an item removed and another changed',
    (all) => writeAt(all, ['routes', 'centro'], undefined),
    (all) => setPrice(all, 'vitacura', 2),
  ],
  ['the order and an item', (all) => moveItem(all, ['routes'], 0, 2), (all) => setPrice(all, 'vitacura', 2)],
])('%s are nobody’s decision', (_, mine, theirs) => {
  for (const { content, disputed } of joinBoth(mine(base), theirs(base))) {
    expect(disputed).toEqual([]);
    expect(content.theirs).toEqual(mine(theirs(base)));
  }
});

test('items that both add stay, one after the other', () => {
  const added = (name: string) => {
    const { content, path } = addItem(base, ['routes'])!;
    return writeAt(content, [...path, 'name', 'es'], name);
  };
  const { content, disputed } = join(base, added('Maipú'), added('Ñuñoa'));
  expect(disputed).toEqual([]);
  expect(content.theirs.routes.slice(-2).map(({ name }) => name.es)).toEqual(['Ñuñoa', 'Maipú']);
});

test('items that both add to a list that was absent stay, and so does the order of one who only moved them', () => {
  const added = (name: string) => {
    const { content, path } = addItem(base, ['meetingPoints'])!;
    return writeAt(content, [...path, 'name', 'es'], name);
  };
  const namesOf = ({ meetingPoints = [] }: Content) => meetingPoints.map(({ name }) => name.es);
  const { content, disputed } = join(base, added('Terminal 1'), added('Terminal 2'));
  expect(disputed).toEqual([]);
  expect(namesOf(content.theirs)).toEqual(['Terminal 2', 'Terminal 1']);
  const moved = moveItem(content.theirs, ['meetingPoints'], 0, 1);
  expect(namesOf(join(content.theirs, moved, base).content.mine)).toEqual([]);
});

test('an item that one changed and the other removed with its whole list is a question', () => {
  const { content: mine, path } = addItem(base, ['meetingPoints'])!;
  const named = writeAt(mine, [...path, 'name', 'es'], 'Terminal 2');
  const joined = join(mine, named, base);
  expect(joined.disputed).toEqual([path]);
  expect(joined.content).toEqual({ mine: named, theirs: base });
});

test('fields in another order, as the database returns them, have not changed', () => {
  const { phone, ...company } = base.company;
  const mine = writeAt(base, ['company', 'rut'], '76.123.456-7');
  const joined = join(base, mine, { ...base, company: { ...company, phone } });
  expect(joined).toEqual({ content: { mine, theirs: mine }, disputed: [] });
});

test('an item that both changed is a question, and the answer gives that item as a whole', () => {
  const theirs = writeAt(base, line, editTranslation(base.claims[1]!.line, 'de', 'Anders'));
  const { content, disputed } = join(base, edited, theirs);
  expect(disputed).toEqual([['claims', 'driver']]);
  expect(content).toEqual({ mine: edited, theirs });
});

test('an item that one removed and the other changed is a question', () => {
  const removed = writeAt(base, ['routes', 'centro'], undefined);
  const dearer = setPrice(base, 'centro', 99_000);
  for (const [mine, theirs] of [
    [removed, dearer],
    [dearer, removed],
  ] as const) {
    const { content, disputed } = join(base, mine, theirs);
    expect(disputed).toEqual([['routes', 'centro']]);
    const routeIn = (each: Content) => readAt(each, ['routes', 'centro']);
    expect(routeIn(content.mine)).toEqual(routeIn(mine));
    expect(routeIn(content.theirs)).toEqual(routeIn(theirs));
  }
});

test('translations of one text that two people confirm are no question: nobody reads the difference', () => {
  const confirm = (language: 'de' | 'fr') => {
    const words = edited.claims[1]!.line;
    return writeAt(edited, line, editTranslation(words, language, words[language]!.text));
  };
  expect(join(edited, confirm('de'), confirm('fr'))).toEqual({
    content: { mine: confirm('fr'), theirs: confirm('fr') },
    disputed: [],
  });
});
