import { expect, test } from 'vitest';
import type { FoundOwner } from '../../data/documents/documentGrid.ts';
import { writeCsv } from '../../util/csv.ts';
import { emptyFile, readRows } from '../parts/files/importFile.ts';
import { readDay } from './days.ts';
import { documentFormat, exportedDocument, planImport } from './documentRows.ts';

const kinds = [
  { id: 'a1', owner: 'driver', name: 'Licencia A1' },
  { id: 'a2', owner: 'driver', name: 'Licencia A2' },
  { id: 'soap', owner: 'vehicle', name: 'SOAP' },
  { id: 'permit', owner: 'vehicle', name: 'Permiso de circulación' },
];
const format = documentFormat(kinds);
const heading = 'patente o código de conductor;tipo;número;vence';
const read = (...lines: readonly string[]) => readRows([heading, ...lines].join('\r\n'), format);

/** The problems of a file, as `line code column`. */
function problemsOf(...lines: readonly string[]): readonly string[] {
  const found = read(...lines);
  return found.kind === 'read'
    ? []
    : found.problems.map(({ line, code, column }) => `${line} ${code} ${column}`);
}

test.each([
  ['24-11-2026', '2026-11-24'],
  ['24/11/2026', '2026-11-24'],
  ['2026-11-24', '2026-11-24'],
  ['4/1/2027', '2027-01-04'],
  ['2026-1-4', '2026-01-04'],
  [' 24-11-2026 ', '2026-11-24'],
  ['29-02-2028', '2028-02-29'],
  ['29-02-2027', ''],
  ['11/24/2026', ''],
  ['24-11-26', ''],
  ['03/04/26', ''],
  ['24-11/2026', ''],
  ['24.11.2026', ''],
  ['2026/11/24', ''],
  ['noviembre 2026', ''],
  ['31-12-1999', ''],
  ['', ''],
])('the day %s is read as %s', (text, day) => {
  expect(readDay(text)).toBe(day);
});

test('plates, codes, kinds and days are read as people write them', () => {
  expect(
    read('bb·cd-12;soap;A-1;24-11-2026', 'c-014;LICENCIA a2;;24/11/2026', 'BBCD12;permiso;;2026-11-24'),
  ).toEqual({
    kind: 'read',
    rows: [
      {
        line: 2,
        fields: {
          owner: 'BBCD12',
          kinds: [kinds[2]],
          number: 'A-1',
          issuedOn: null,
          expiresOn: '2026-11-24',
        },
      },
      {
        line: 3,
        fields: { owner: 'C014', kinds: [kinds[1]], number: null, issuedOn: null, expiresOn: '2026-11-24' },
      },
      {
        line: 4,
        fields: { owner: 'BBCD12', kinds: [kinds[3]], number: null, issuedOn: null, expiresOn: '2026-11-24' },
      },
    ],
  });
});

test('each problem has its line and column, and one of them refuses the whole file', () => {
  expect(
    problemsOf(
      'BBCD12;SOAP;;24-11-2026',
      ';SOAP;;24-11-2026',
      'BBCD12;tarot;;24-11-2026',
      'C014;licencia;;24-11-2026',
      'BBCD12;permiso;;03-04-26',
      'BBCD12;permiso;;',
      'bb-cd-12;soap;;31-12-2026',
      `BBCD34;soap;${'x'.repeat(61)};24-11-2026`,
    ),
  ).toEqual([
    '3 required owner',
    '4 kind kind',
    '5 kind kind',
    '6 day expiresOn',
    '7 required expiresOn',
    '8 repeated kind',
    '9 too_long number',
  ]);
  expect(readRows('patente;tipo\r\nBBCD12;SOAP', format)).toMatchObject({ kind: 'refused' });
  expect(readRows('patente;tipo;vence;dueño\r\nBBCD12;SOAP;24-11-2026;Ana', format)).toMatchObject({
    kind: 'refused',
  });
});

const owner = (kind: 'driver' | 'vehicle', written: string, id = written): FoundOwner => ({
  written,
  owner: kind,
  id,
  name: written,
  driver_code: kind === 'driver' ? written : null,
  documents: [],
});
const held = {
  id: 'held',
  kind_id: 'soap',
  number: 'A-1',
  expires_on: '2026-11-24',
  issued_on: null,
  file: null,
  version: 3,
};
const owners = [
  { ...owner('vehicle', 'BBCD12'), documents: [held] },
  owner('driver', 'C014'),
  owner('driver', 'X9', 'one'),
  owner('driver', 'X9', 'two'),
];

function planOf(...lines: readonly string[]) {
  const rows = read(...lines);
  if (rows.kind === 'refused') throw new Error('refused');
  return planImport(rows.rows, owners);
}

test('a line adds a document, renews the one in force with its version, or changes nothing', () => {
  expect(
    planOf('BBCD12;SOAP;;24-11-2027', 'BBCD12;permiso;;31-03-2027', 'C014;Licencia A1;9;1-1-2030'),
  ).toMatchObject({
    planned: [
      { line: 2, before: held, isSame: false, document: { id: 'held', version: 3, number: null } },
      { line: 3, before: null, document: { vehicle_id: 'BBCD12', driver_id: null, kind_id: 'permit' } },
      {
        line: 4,
        before: null,
        document: { driver_id: 'C014', vehicle_id: null, number: '9', expires_on: '2030-01-01' },
      },
    ],
  });
  expect(planOf('BBCD12;SOAP;A-1;24-11-2026')).toMatchObject({ planned: [{ isSame: true }] });
});

test('an owner that there is not, that two are, and a kind of the other owner are named with their lines', () => {
  expect(planOf('ZZZZ99;SOAP;;24-11-2027', 'X9;Licencia A1;;24-11-2027', 'C014;SOAP;;24-11-2027')).toEqual({
    problems: [
      { line: 2, column: 'owner', code: 'unknown_owner' },
      { line: 3, column: 'owner', code: 'shared' },
      { line: 4, column: 'kind', code: 'other_owner' },
    ],
  });
});

test('the template and an exported list come in again', () => {
  expect(readRows(`${emptyFile(format.headings)}BBCD12;SOAP;;;24-11-2026\r\n`, format)).toMatchObject({
    kind: 'read',
  });
  const document = {
    kind: 'SOAP',
    driver_code: null,
    license_plate: 'BBCD12',
    owner_name: 'BBCD12',
    number: 'A-1',
    issued_on: '2026-01-31',
    expires_on: '2026-11-24',
  } as Parameters<(typeof exportedDocument)[number][1]>[0];
  const file = writeCsv([
    exportedDocument.map(([name]) => name),
    exportedDocument.map(([, text]) => text(document)),
  ]);
  expect(readRows(file, format)).toMatchObject({
    rows: [{ fields: { owner: 'BBCD12', number: 'A-1', issuedOn: '2026-01-31', expiresOn: '2026-11-24' } }],
  });
});

test('a document without a number and a day of issue leaves their cells empty', () => {
  const bare = { kind: 'SOAP', license_plate: 'BBCD12', owner_name: 'BBCD12', expires_on: '2026-11-24' };
  const document = { ...bare, driver_code: null, number: null, issued_on: null };
  const texts = exportedDocument.map(([, text]) => text(document as Parameters<typeof text>[0]));
  expect(texts).toEqual(['BBCD12', 'SOAP', '', '', '24-11-2026', 'BBCD12']);
});
