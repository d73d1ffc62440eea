import { describe, expect, test } from 'vitest';
import { languages } from '../shared/languages.ts';
import { staffLanguages } from '../shared/staff-languages.ts';
import { writeCsv } from '../web/util/csv.ts';
import { readTable } from '../web/util/reading/table.ts';
import { sections } from '../web/admin/registry/sections.ts';
import { readModules, type MessageModule } from './words/modules.ts';
import { changeTexts, listTexts, type Row } from './words/table.ts';
import { textsOf } from './words/texts.ts';

const modules = await readModules();
const { rows, skipped } = listTexts(modules);

/** The table after a way through a file. */
function throughFile(table: readonly Row[]): readonly Row[] {
  const file = writeCsv(table.map(({ key, texts }) => [key, ...languages.map((each) => texts[each] ?? '')]));
  return readTable(file).map(({ fields: [key = '', ...texts] }) => ({
    key,
    texts: Object.fromEntries(languages.map((language, index) => [language, texts[index] ?? ''])),
  }));
}

describe('the app’s own texts', () => {
  test('a round trip changes nothing', () => {
    expect(changeTexts(modules, throughFile(rows))).toEqual({ modules: [], changed: 0, problems: [] });
  });

  test('nearly all texts are in the table, in every language; those that only staff read, in theirs', () => {
    const ofStaff = new Set<string>(Object.values(sections).flatMap(({ namespaces }) => namespaces));
    const wanted = rows.map(({ key }) => {
      const isOfStaff = ofStaff.has(/(\w+)\./.exec(key)?.[1] ?? '');
      return [key, isOfStaff ? staffLanguages : languages];
    });
    expect([rows.length > 1000, skipped.length <= 10]).toEqual([true, true]);
    expect(rows.map(({ key, texts }) => [key, Object.keys(texts)])).toEqual(wanted);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  test('every text can be written anew as it is, and is read again as it was', () => {
    const marked = rows.map(({ key, texts }) => ({
      key,
      texts: Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, `${text} ✎'"\``])),
    }));
    const { modules: written, problems, changed } = changeTexts(modules, throughFile(marked));
    expect([problems, written.length]).toEqual([[], modules.length]);
    expect(changed).toBe(modules.flatMap((module) => textsOf(module).texts).length);
    expect(listTexts(written).rows).toEqual(marked);
  });
});

const module: MessageModule = {
  language: 'es',
  name: 'fleet/ride',
  path: 'ride.ts',
  source: `export const ride = {
  title: 'Viaje',
  left: (count: number, day: string) => plural('es', count, { one: \`Queda \${count}\`, other: \`Quedan \${count}\` }),
  from: (place: string) => \`Desde \${place}\`,
  day: (days: number) => (days === 0 ? 'hoy' : 'mañana'),
  levels: ['Bien', '+ Mejor'],
};
`,
};
const row = (key: string, es: string): Row => ({ key, texts: { es } });

test('texts, functions of a template, plurals and lists have rows; code has none', () => {
  expect(listTexts([module])).toEqual({
    rows: [
      row('fleet/ride.title', 'Viaje'),
      row('fleet/ride.left.one', 'Queda {count}'),
      row('fleet/ride.left.other', 'Quedan {count}'),
      row('fleet/ride.from', 'Desde {place}'),
      row('fleet/ride.levels.0', 'Bien'),
      row('fleet/ride.levels.1', '+ Mejor'),
    ],
    skipped: ['fleet/ride.day'],
  });
});

test('a changed text takes the place of the one before, and the rest of the file stays', () => {
  const { modules: written, changed } = changeTexts(
    [module],
    [
      row('fleet/ride.title', "L'Viaje"),
      row('fleet/ride.from', 'De {place} `$`'),
      row('fleet/ride.levels.1', '- Peor'),
      row('fleet/ride.levels.0', ''),
    ],
  );
  expect(changed).toBe(3);
  expect(written[0]?.source).toBe(
    module.source
      .replace(`'Viaje'`, `"L'Viaje"`)
      .replace('`Desde ${place}`', '`De ${place} \\`$\\``')
      .replace('+ Mejor', '- Peor'),
  );
});

test('unknown keys and placeholders are named, and so is a placeholder that is missing', () => {
  const table = [
    row('fleet/ride.where', 'x'),
    row('fleet/ride.from', 'De {plaza}'),
    row('fleet/ride.left.one', 'Uno'),
  ];
  expect(changeTexts([module], table).problems).toEqual([
    'fleet/ride.from, es: {plaza} stands for nothing here.',
    'fleet/ride.left.one, es: {count} is missing.',
    'fleet/ride.where: there is no such text.',
  ]);
});

test('a translation into a language that has no such text is refused', () => {
  const table = [{ key: 'fleet/ride.title', texts: { es: 'Viaje', en: 'Trip', de: '' } }];
  expect(changeTexts([module], table).problems).toEqual([
    'fleet/ride.title, en: this text is in es only. Empty the field.',
  ]);
});
