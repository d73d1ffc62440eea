import { expect, test } from 'vitest';
import type { FileSubject } from '../../data/files/fileSubjects.ts';
import { readDay } from '../../util/reading/day.ts';
import { emptyFile, readLines } from '../parts/files/importFile.ts';
import { planRecords } from '../parts/files/planRecords.ts';
import { documentCells, documentFile } from './planDocuments.ts';
import type { NamedKind } from './kindNames.ts';

const kinds: readonly NamedKind[] = [
  { id: 'a1', owner: 'driver', name: 'Licencia A1' },
  { id: 'a2', owner: 'driver', name: 'Licencia A2' },
  { id: 'soap', owner: 'vehicle', name: 'SOAP' },
  { id: 'permit', owner: 'vehicle', name: 'Permiso de circulación' },
];
const format = documentFile(kinds);
const heading = 'patente o código de conductor;tipo;número;vence';

const vehicle = (plate: string, ...documents: readonly object[]) =>
  ({ vehicle: { id: plate, license_plate: plate }, driver: null, documents }) as unknown as FileSubject;
const driver = (code: string, fields: object, ...documents: readonly object[]) =>
  ({
    vehicle: null,
    driver: { id: code, name: 'Ana', driver_code: code, state: 'active', ...fields },
    documents,
  }) as unknown as FileSubject;
const held = {
  id: 'held',
  kind_id: 'soap',
  number: 'A-1',
  expires_on: '2026-11-24',
  issued_on: '2026-01-31',
  verified_at: '2026-01-31T12:00:00Z',
  version: 3,
};
const subjects = [
  vehicle('BBCD12', held),
  driver('C-014', {}),
  driver('X-9', { id: 'one' }),
  driver('X9 ', { id: 'two' }),
  driver('L-1', { state: 'left' }),
  driver('W-1', {}, { ...held, id: 'waiting', kind_id: 'a1', verified_at: null }),
];

function planOf(...lines: readonly string[]) {
  const read = readLines(lines.join('\r\n'), format);
  return 'problems' in read ? read : planRecords(format, read.lines, subjects);
}

/** The problems of a file, as `line code column`. */
function problemsOf(...lines: readonly string[]): readonly string[] {
  const plan = planOf(heading, ...lines);
  return 'planned' in plan ? [] : plan.problems.map(({ line, code, column }) => `${line} ${code} ${column}`);
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
  const lines = [
    'bb·cd-12;permiso;A-1;24-11-2026',
    'c014;LICENCIA a2;;24/11/2026',
    'BBCD12;SOAP;9;2026-12-24',
  ];
  expect(planOf(heading, ...lines)).toMatchObject({
    planned: [
      {
        line: 2,
        kind: 'new',
        sent: {
          kind_id: 'permit',
          vehicle_id: 'BBCD12',
          driver_id: null,
          number: 'A-1',
          expires_on: '2026-11-24',
        },
      },
      {
        line: 3,
        kind: 'new',
        sent: { kind_id: 'a2', driver_id: 'C-014', vehicle_id: null, number: '', issued_on: '' },
      },
      {
        line: 4,
        name: 'BB·CD·12 · SOAP',
        kind: 'changed',
        changes: [
          { column: 'number', before: 'A-1', after: '9' },
          { column: 'expiresOn', before: '24-11-2026', after: '24-12-2026' },
        ],
        sent: { id: 'held', version: 3, number: '9', issued_on: '2026-01-31', expires_on: '2026-12-24' },
      },
    ],
  });
});

test('the columns that an export writes for people are passed over', () => {
  const exported = 'patente o código de conductor;tipo;vence;nombre;crítico;estado;archivo';
  expect(planOf(exported, 'BBCD12;SOAP;24-11-2026;x;sí;Vigente;no')).toMatchObject({
    planned: [{ kind: 'same' }],
  });
});

test('an empty cell deletes the number, and a column that the file lacks leaves it', () => {
  expect(planOf(heading, 'BBCD12;SOAP;;24-11-2026')).toMatchObject({
    planned: [{ changes: [{ column: 'number', before: 'A-1', after: '' }], sent: { number: '' } }],
  });
  expect(planOf('patente;tipo;vence', 'BBCD12;SOAP;24-11-2026')).toMatchObject({
    planned: [{ kind: 'same' }],
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
      `C-014;Licencia A1;${'x'.repeat(61)};24-11-2026`,
      'BBCD12;permiso;#N/A;24-11-2026',
    ),
  ).toEqual([
    '3 required owner',
    '4 kind kind',
    '5 kind kind',
    '6 day expiresOn',
    '7 required expiresOn',
    '8 repeated owner',
    '9 too_long number',
    '10 ruined number',
  ]);
  expect(planOf('patente;tipo;vence;dueño', 'BBCD12;SOAP;24-11-2026;Ana')).toMatchObject({
    problems: [{ line: 1 }],
  });
  const issued = planOf('patente;tipo;emitido;vence', 'BBCD12;SOAP;25-11-2026;24-11-2026');
  expect(issued).toMatchObject({ problems: [{ line: 2, column: 'expiresOn', code: 'order' }] });
});

test('an owner that there is not, that two are, that has left, and a document that waits are named', () => {
  expect(
    problemsOf(
      'ZZZZ99;SOAP;;24-11-2027',
      'X/9;Licencia A1;;24-11-2027',
      'C014;SOAP;;24-11-2027',
      'L-1;Licencia A1;;24-11-2027',
      'W-1;Licencia A1;;24-11-2027',
    ),
  ).toEqual([
    '2 unknown_owner owner',
    '3 shared owner',
    '4 other_owner kind',
    '5 left owner',
    '6 waiting owner',
  ]);
});

test('the template has the headings that are read', () => {
  const text = `${emptyFile(format.headings)}BBCD12;SOAP;;;24-11-2026\r\n`;
  expect(readLines(text, format)).toMatchObject({ lines: [{ line: 2 }] });
});

test('a document without a number and a day of issue leaves their cells empty', () => {
  const bare = { kind: 'SOAP', license_plate: 'BBCD12', owner_name: 'BBCD12', expires_on: '2026-11-24' };
  const document = { ...bare, driver_code: null, number: null, issued_on: null };
  const texts = Object.values(documentCells).map((text) => text(document as Parameters<typeof text>[0]));
  expect(texts).toEqual(['BBCD12', 'SOAP', '', '', '24-11-2026', 'BBCD12']);
});
