import { expect, test } from 'vitest';
import type { ListedVehicle } from '../../data/vehicles/vehicles.ts';
import { writeCsv } from '../../util/csv.ts';
import { emptyFile, readRows } from '../parts/files/importFile.ts';
import { loadVehicleColumns, vehicleFile } from './vehicleFile.ts';

const readVehicles = (text: string) => readRows(text, vehicleFile);
const { mostRows: mostVehicles } = vehicleFile;

const heading = 'patente;clase;marca y modelo;color;asientos;maletas;registro';
const vehicle = {
  license_plate: 'BBCD12',
  class: 'basico',
  brand_model: null,
  colour: null,
  seats: null,
  bags: null,
  registration_number: null,
};

/** The problems of a file, as `line code column`. */
function problemsOf(...lines: readonly string[]): readonly string[] {
  const read = readVehicles(lines.join('\r\n'));
  if (read.kind === 'read') return [];
  return read.problems.map(({ line, code, column = '' }) => `${line} ${code} ${column}`.trim());
}

test('a file as Excel in Chile saves it is read: semicolons, a BOM, marks, other writings of a plate', () => {
  const text = `\uFEFF${heading}\r\nbb·cd-12;Básico;"Kia; Cerato";;4;3;RN-1\r\n;;;;;;\r\nXX YY 34;TURISMO;;Blanco;;;\r\n`;
  expect(readVehicles(text)).toEqual({
    kind: 'read',
    rows: [
      {
        line: 2,
        fields: { ...vehicle, brand_model: 'Kia; Cerato', seats: 4, bags: 3, registration_number: 'RN-1' },
      },
      { line: 4, fields: { ...vehicle, license_plate: 'XXYY34', class: 'turismo', colour: 'Blanco' } },
    ],
  });
});

test('commas separate too, columns stand in any order, and only the plate has to be there', () => {
  expect(readVehicles('Color,Patente\nBlanco,"BBCD12"\n')).toEqual({
    kind: 'read',
    rows: [{ line: 2, fields: { ...vehicle, colour: 'Blanco' } }],
  });
  expect(readVehicles('patente\nBBCD12')).toMatchObject({ kind: 'read', rows: [{ line: 2 }] });
});

test('C1 C3 the line that tells the separator, tabs, empty columns and a ruined number', () => {
  const read = { kind: 'read', rows: [{ fields: { ...vehicle, colour: 'Blanco' } }] };
  expect(readVehicles('sep=;\r\npatente;color\r\nBBCD12;Blanco')).toMatchObject(read);
  expect(readVehicles('patente\tcolor\nBBCD12\tBlanco')).toMatchObject(read);
  expect(readVehicles('patente;color;;\nBBCD12;Blanco;;\n;;;')).toMatchObject(read);
  expect(problemsOf('patente;registro', 'BBCD12;1,23457E+11')).toEqual(['2 ruined registration_number']);
});

test('each problem has its line and column, and one of them refuses the whole file', () => {
  expect(problemsOf('patente;dueño', 'BBCD12;Ana')).toEqual(['1 columns']);
  expect(problemsOf('color', 'Blanco')).toEqual(['1 columns']);
  expect(problemsOf('patente;patente', 'BBCD12;BBCD12')).toEqual(['1 columns']);
  expect(problemsOf(heading)).toEqual(['2 nothing']);
  expect(problemsOf('')).toEqual(['1 columns']);
  expect(
    problemsOf(
      heading,
      'BBCD12',
      'B;;;;;;',
      'CCCC11;limusina;;;99',
      ';turismo',
      'DDDD11;;;;cuatro;61;',
      'bb cd 12',
      'EEEE11;;;;;;;sobra',
    ),
  ).toEqual([
    '3 plate license_plate',
    '4 class class',
    '4 count seats',
    '5 required license_plate',
    '6 count seats',
    '6 count bags',
    '7 repeated license_plate',
    '8 columns',
  ]);
  expect(problemsOf(heading, `BBCD12;;${'x'.repeat(81)}`)).toEqual(['2 too_long brand_model']);
  const many = Array.from({ length: mostVehicles + 1 }, (_, index) => `AA${1000 + index}`);
  expect(problemsOf('patente', ...many)).toEqual([`${mostVehicles + 2} too_many`]);
});

test('the template has the headings that are read', () => {
  expect(readVehicles(`${emptyFile(vehicleFile.headings)}BBCD12\r\n`)).toMatchObject({ kind: 'read' });
});

test('exported vehicles are read again as they were, whatever is in their texts', async () => {
  const fields = [
    { ...vehicle, brand_model: "=cmd|' /C calc'!A0", colour: 'Gris "humo"; mate', seats: 4, bags: 0 },
    {
      ...vehicle,
      license_plate: 'XXYY34',
      class: 'turismo',
      brand_model: '@Ana, -1',
      registration_number: '+56 9',
    },
    { ...vehicle, license_plate: 'ZZZZ99', brand_model: "'=ya marcado", colour: 'Azul, verde' },
  ];
  const listed = fields.map((each, index): ListedVehicle => ({
    ...each,
    id: `${index}`,
    created_at: '2026-03-01T12:00:00Z',
    version: 1,
    drivers: [{ id: 'ana', name: 'Ana; Soto', license_plate: 'AAAA11' }],
    shift: { id: 'shift', started_at: '2026-11-24T10:00:00Z', driver_id: 'ana', name: '=Ana' },
  }));
  const columns = await loadVehicleColumns();
  const file = writeCsv([
    columns.map(([name]) => name),
    ...listed.map((row) => columns.map(([, text]) => text(row))),
  ]);
  expect(file).not.toMatch(/(^|[;"])[=+@-]/m);
  expect(readVehicles(file)).toEqual({
    kind: 'read',
    rows: fields.map((each, index) => ({ line: index + 2, fields: each })),
  });
});
