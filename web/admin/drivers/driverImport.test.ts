import { expect, test } from 'vitest';
import type { FileSubject } from '../../data/files/fileSubjects.ts';
import { emptyFile, readLines } from '../parts/files/importFile.ts';
import { planRecords } from '../parts/files/planRecords.ts';
import { driverFile } from './columns.tsx';

const heading = 'nombre;teléfono;código;patente';

/** A driver whom the company has. */
function known(code: string, fields: object = {}): FileSubject {
  const driver = {
    id: `id-${code}`,
    version: 3,
    name: 'Ana Soto',
    contact: '+56987654321',
    driver_code: code,
  };
  const rest = { license_plate: null, state: 'active', ...fields };
  return { vehicle: null, documents: [], driver: { ...driver, ...rest } as FileSubject['driver'] };
}

function planOf(subjects: readonly FileSubject[], ...lines: readonly string[]) {
  const read = readLines(lines.join('\r\n'), driverFile);
  return 'problems' in read ? read : planRecords(driverFile, read.lines, subjects);
}

/** The problems of a file, as `line code column`. */
function problemsOf(subjects: readonly FileSubject[], ...lines: readonly string[]): readonly string[] {
  const plan = planOf(subjects, heading, ...lines);
  if ('planned' in plan) return [];
  return plan.problems.map(({ line, code, column = '' }) => `${line} ${code} ${column}`.trim());
}

test('new drivers are read with telephones and plates as people write them; the plate may be missing', () => {
  const lines = ['Rosa Pérez;9 8765 4321;014;bb·cd 12', 'Luis Soto;+56 2 2345 6789;015;'];
  expect(planOf([], heading, ...lines)).toMatchObject({
    planned: [
      {
        line: 2,
        kind: 'new',
        sent: { name: 'Rosa Pérez', contact: '+56987654321', driver_code: '014', license_plate: 'BBCD12' },
      },
      {
        line: 3,
        kind: 'new',
        sent: { name: 'Luis Soto', contact: '+56223456789', driver_code: '015', license_plate: '' },
      },
    ],
  });
  expect(planOf([], 'Codigo,Telefono,Nombre', '7,987654321,Ana')).toMatchObject({
    planned: [{ kind: 'new' }],
  });
});

test('a driver of the code changes, with each field that does; a column that the file lacks stays', () => {
  const change = { column: 'phone', before: '(+56) 9 8765 4321', after: '(+56) 9 1111 2222' };
  expect(planOf([known('C-1')], 'código;teléfono', 'c-1;911112222')).toMatchObject({
    planned: [
      {
        line: 2,
        name: 'C-1 · Ana Soto',
        kind: 'changed',
        changes: [change],
        sent: { id: 'id-C-1', version: 3, name: 'Ana Soto', contact: '+56911112222', driver_code: 'C-1' },
      },
    ],
  });
});

test('an empty cell deletes a plate, and is a problem where a driver needs the value', () => {
  const driver = known('C-1', { license_plate: 'BBCD12' });
  expect(planOf([driver], heading, 'Ana Soto;987654321;C-1;')).toMatchObject({
    planned: [
      { changes: [{ column: 'licensePlate', before: 'BBCD12', after: '' }], sent: { license_plate: '' } },
    ],
  });
  expect(problemsOf([driver], ';;C-1;')).toEqual(['2 required name', '2 required phone']);
});

test('the plate of a vehicle of the company is passed over for a driver who is there already', () => {
  const vehicle = { license_plate: 'BBCD12' } as FileSubject['vehicle'];
  const subjects = [known('C-1'), { vehicle, driver: null, documents: [] }];
  expect(
    planOf(subjects, heading, 'Ana Soto;987654321;C-1;bb·cd·12', 'Eva;987654321;C-2;BBCD12'),
  ).toMatchObject({
    planned: [{ kind: 'same' }, { kind: 'new', sent: { license_plate: 'BBCD12' } }],
  });
});

test('what a spreadsheet does to telephones and codes of digits is no change', () => {
  const plan = planOf([known('014')], heading, 'Ana Soto;56987654321;14;');
  expect(plan).toMatchObject({ planned: [{ kind: 'same' }] });
  const both = [known('014', { name: 'Eva' }), known('14')];
  expect(planOf(both, heading, 'Ana Soto;987654321;14;')).toMatchObject({
    planned: [{ sent: { id: 'id-14' } }],
  });
});

test('who waits for approval or has left is named, unless the line is as they are', () => {
  for (const state of ['waiting', 'left']) {
    const driver = known('C-1', { state });
    expect(problemsOf([driver], 'Eva;987654321;C-1;')).toEqual([`2 ${state} driverCode`]);
    expect(planOf([driver], heading, 'Ana Soto;987654321;C-1;')).toMatchObject({
      planned: [{ kind: 'same' }],
    });
  }
});

test('each problem has its line and column, and one of them refuses the whole file', () => {
  expect(
    problemsOf([], 'Ana;987654321;a-1;', ';1234;;B', 'Luis;987654321;A-1;', 'Eva;987654321;1,2E+12;'),
  ).toEqual([
    '3 required name',
    '3 phone phone',
    '3 plate licensePlate',
    '3 required driverCode',
    '4 repeated driverCode',
    '5 ruined driverCode',
  ]);
  expect(problemsOf([], 'Eva;987654321;2;;sobra')).toEqual(['2 columns']);
  expect(problemsOf([])).toEqual(['2 nothing']);
  expect(planOf([], 'nombre;teléfono', 'Ana;987654321')).toMatchObject({ problems: [{ line: 1 }] });
});

test('the template has the headings that are read', () => {
  const text = `${emptyFile(driverFile.headings)}Ana;987654321;1;\r\n`;
  expect(readLines(text, driverFile)).toMatchObject({ lines: [{ line: 2 }] });
});
