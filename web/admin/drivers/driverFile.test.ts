import { expect, test } from 'vitest';
import { emptyFile, readRows } from '../parts/files/importFile.ts';
import { driverFile } from './driverFile.ts';

const heading = 'nombre;teléfono;código;patente';
const read = (...lines: readonly string[]) => readRows(lines.join('\r\n'), driverFile);

/** The problems of a file, as `line code column`. */
function problemsOf(...lines: readonly string[]): readonly string[] {
  const found = read(heading, ...lines);
  if (found.kind === 'read') return [];
  return found.problems.map(({ line, code, column = '' }) => `${line} ${code} ${column}`.trim());
}

test('drivers are read with telephones and plates as people write them; the plate may be missing', () => {
  expect(read(heading, 'Rosa Pérez;9 8765 4321;014;bb·cd 12', 'Luis Soto;+56 2 2345 6789;015;')).toEqual({
    kind: 'read',
    rows: [
      {
        line: 2,
        fields: { name: 'Rosa Pérez', contact: '+56987654321', driver_code: '014', license_plate: 'BBCD12' },
      },
      {
        line: 3,
        fields: { name: 'Luis Soto', contact: '+56223456789', driver_code: '015', license_plate: '' },
      },
    ],
  });
  expect(read('Codigo,Telefono,Nombre', '7,987654321,Ana')).toMatchObject({ kind: 'read' });
});

test('each problem has its line and column, and one of them refuses the whole file', () => {
  expect(
    problemsOf('Ana;987654321;a-1;', ';1234;;B', 'Luis;987654321;A-1;', 'Eva;987654321;2;;sobra'),
  ).toEqual([
    '3 required name',
    '3 phone phone',
    '3 plate licensePlate',
    '3 required driverCode',
    '4 repeated driverCode',
    '5 columns',
  ]);
  expect(problemsOf()).toEqual(['2 nothing']);
  expect(read('nombre;teléfono', 'Ana;987654321')).toMatchObject({ kind: 'refused' });
});

test('the template has the headings that are read', () => {
  const text = `${emptyFile(driverFile.headings)}Ana;987654321;1;\r\n`;
  expect(readRows(text, driverFile)).toMatchObject({ kind: 'read' });
});
