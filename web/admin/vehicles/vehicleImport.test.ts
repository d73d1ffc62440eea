import { expect, test } from 'vitest';
import type { FileSubject } from '../../data/files/fileSubjects.ts';
import { emptyFile, readLines } from '../parts/files/importFile.ts';
import { planRecords } from '../parts/files/planRecords.ts';
import { vehicleFile } from './columns.tsx';

function readVehicles(text: string, subjects: readonly FileSubject[] = []) {
  const read = readLines(text, vehicleFile);
  return 'problems' in read ? read : planRecords(vehicleFile, read.lines, subjects);
}
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
  if ('planned' in read) return [];
  return read.problems.map(({ line, code, column = '' }) => `${line} ${code} ${column}`.trim());
}

test('a file as Excel in Chile saves it is read: semicolons, a BOM, marks, other writings of a plate', () => {
  const text = `\uFEFF${heading}\r\nbb·cd-12;Básico;"Kia; Cerato";;4;3;RN-1\r\n;;;;;;\r\nXX YY 34;TURISMO;;Blanco;;;\r\n`;
  expect(readVehicles(text)).toMatchObject({
    planned: [
      {
        line: 2,
        sent: { ...vehicle, brand_model: 'Kia; Cerato', seats: 4, bags: 3, registration_number: 'RN-1' },
      },
      { line: 4, sent: { ...vehicle, license_plate: 'XXYY34', class: 'turismo', colour: 'Blanco' } },
    ],
  });
});

test('commas separate too, columns stand in any order, and only the plate has to be there', () => {
  expect(readVehicles('Color,Patente\nBlanco,"BBCD12"\n')).toMatchObject({
    planned: [{ line: 2, sent: { ...vehicle, colour: 'Blanco' } }],
  });
  expect(readVehicles('patente\nBBCD12')).toMatchObject({ planned: [{ line: 2 }] });
});

test('C1 C3 the line that tells the separator, tabs, empty columns and a ruined number', () => {
  const read = { planned: [{ sent: { ...vehicle, colour: 'Blanco' } }] };
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
    ),
  ).toEqual([
    '3 plate license_plate',
    '4 choice class',
    '4 count seats',
    '5 required license_plate',
    '6 count seats',
    '6 count bags',
    '7 repeated license_plate',
  ]);
  expect(problemsOf(heading, 'EEEE11;;;;;;;sobra')).toEqual(['2 columns']);
  expect(problemsOf(heading, `BBCD12;;${'x'.repeat(81)}`)).toEqual(['2 too_long brand_model']);
  const many = Array.from({ length: mostVehicles + 1 }, (_, index) => `AA${1000 + index}`);
  expect(problemsOf('patente', ...many)).toEqual([`${mostVehicles + 2} too_many`]);
});

test('the template has the headings that are read', () => {
  expect(readVehicles(`${emptyFile(vehicleFile.headings)}BBCD12\r\n`)).toMatchObject({
    planned: [{ kind: 'new' }],
  });
});

test('a vehicle that exists changes in the cells that differ; a choice without a text stays', () => {
  const stored = {
    ...vehicle,
    id: 'id',
    version: 4,
    created_at: '',
    class: 'turismo',
    colour: 'Rojo',
    seats: 4,
  };
  const subjects = [{ vehicle: stored, driver: null, documents: [] }];
  expect(readVehicles('patente;clase;color;asientos\nbb-cd-12;;;4', subjects)).toMatchObject({
    planned: [
      {
        kind: 'changed',
        name: 'BB·CD·12',
        changes: [{ column: 'colour', before: 'Rojo', after: '' }],
        sent: { id: 'id', version: 4, class: 'turismo', colour: null, seats: 4 },
      },
    ],
  });
});
