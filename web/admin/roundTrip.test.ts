import fc from 'fast-check';
import { expect, test } from 'vitest';
import { driverFields, newDriverFieldNames } from '../../shared/records/driver.ts';
import { vehicleFields } from '../../shared/records/vehicle.ts';
import type { FleetDocument } from '../data/documents/documents.ts';
import { readFirstRelease } from '../../shared/testing/content.ts';
import type { FileSubject } from '../data/files/fileSubjects.ts';
import { addNamespaces } from '../i18n/namespaces.ts';
import { staffNamespaces } from '../i18n/staffNamespaces.ts';
import { writeCsv } from '../util/csv.ts';
import { readRecords } from '../util/reading/table.ts';
import { allPrices, planPrices, priceCells, priceFile } from './content/prices/planPrices.ts';
import { documentCells, documentFile } from './documents/planDocuments.ts';
import { driverFile } from './drivers/columns.tsx';
import { fieldCells, type FileCells } from './parts/files/exportFile.ts';
import { readLines, type FileFormat, type FileLine, type Plan } from './parts/files/importFile.ts';
import { planRecords } from './parts/files/planRecords.ts';
import { vehicleFile } from './vehicles/columns.tsx';

/** A file that was exported comes in again, and changes nothing; one changed cell is one change. */

// The panel does it before it reads the names of columns.
addNamespaces(staffNamespaces);

const odd = fc.constantFrom(
  '=1+1',
  "'=cmd",
  '@x;y',
  'Ana "la rápida"',
  'Ñuñoa;\nLampa',
  '司机 Wáng',
  'محمد',
  '-2,5',
  '1,23457E+11',
  '123456789012345000',
  '#N/A',
  'sí',
  '0',
);
const text = (max: number) =>
  fc
    .oneof(odd, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }))
    .map((each) => [...each.trim().replace(/\s+/g, ' ')].slice(0, max).join('').trim())
    .filter((each) => each !== '');
const optional = (value: fc.Arbitrary<string>) => fc.option(value, { nil: null });
const plate = fc.stringMatching(/^[A-Z]{4}[0-9]{2}$/);
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const stored = { id: fc.uuid(), version: fc.integer({ min: 1, max: 99 }) };

const vehicles = fc.uniqueArray(
  fc.record({
    ...stored,
    license_plate: plate,
    class: fc.constantFrom('basico', 'ejecutivo', 'turismo', 'transfer'),
    brand_model: optional(text(80)),
    colour: optional(text(40)),
    seats: fc.option(fc.integer({ min: 1, max: 60 })),
    bags: fc.option(fc.integer({ min: 0, max: 60 })),
    registration_number: optional(text(40)),
    created_at: fc.constant('2026-03-01T12:00:00Z'),
  }),
  { selector: ({ license_plate: each }) => each, minLength: 1, maxLength: 6 },
);
const contact = fc.oneof(
  fc.constantFrom('+56987654321', '+56223456789', '+4917612345678', '123456789', '+99912345678'),
  fc.stringMatching(/^\+569[0-9]{8}$/),
);
/** The codes of drivers who wait may be those of others; zeros and marks are part of a code. */
const drivers = fc.array(
  fc.record({
    ...stored,
    name: text(120),
    contact: optional(contact),
    driver_code: fc.oneof(fc.constantFrom('7', '007', 'c-7', 'C7', '=7', '司机'), text(40)),
    license_plate: optional(plate),
    state: fc.constantFrom('active', 'invited', 'waiting', 'left'),
    review_count: fc.constantFrom(0, 12),
  }),
  { minLength: 1, maxLength: 6 },
);
const someKinds = [
  { id: 'a1', owner: 'driver', name: 'Licencia A1' },
  { id: 'licence', owner: 'driver', name: 'Licencia' },
  { id: 'soap', owner: 'vehicle', name: 'SOAP' },
  { id: 'insurance', owner: 'vehicle', name: 'Seguro obligatorio' },
  { id: 'other', owner: 'vehicle', name: '★ "nuevo"; 2' },
  { id: 'same', owner: 'driver', name: '★ "nuevo"; 2' },
];
const documents = fc.record({
  ...stored,
  number: optional(text(60)),
  issued_on: optional(day),
  expires_on: day,
  verified_at: fc.constantFrom('2026-03-01T12:00:00Z', null),
});

type Vehicle = NonNullable<FileSubject['vehicle']>;
type Driver = NonNullable<FileSubject['driver']>;
const subject = (parts: Partial<FileSubject>): FileSubject => ({
  vehicle: null,
  driver: null,
  documents: [],
  ...parts,
});

function fileOf<Row>(cells: FileCells<Row>, rows: readonly Row[]): string {
  const lines = rows.map((row) => Object.values(cells).map((text) => text(row)));
  return writeCsv([Object.keys(cells), ...lines]);
}

/** As a spreadsheet of another country saves a file again: with tabs, other line ends and more quotes. */
function resaved(file: string): string {
  const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
  return readRecords(file.slice(1), ';')
    .map(({ fields }) => fields.map(quoted).join('\t'))
    .join('\n');
}

function linesOf<Column extends string>(
  file: string,
  format: FileFormat<Column>,
): readonly FileLine<Column>[] {
  const read = readLines(file, format);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.lines;
}

const kindsOf = (plan: Plan<unknown>) =>
  'problems' in plan ? plan.problems : plan.planned.map(({ kind }) => kind);
const same = (rows: readonly unknown[]) => rows.map(() => 'same');

test('exported vehicles come in again unchanged', () => {
  fc.assert(
    fc.property(vehicles, (rows) => {
      const file = fileOf(fieldCells(vehicleFields), rows);
      const subjects = rows.map((vehicle) => subject({ vehicle: vehicle as Vehicle }));
      for (const each of [file, resaved(file)])
        expect(kindsOf(planRecords(vehicleFile, linesOf(each, vehicleFile), subjects))).toEqual(same(rows));
    }),
  );
});

/** Drivers whom the database has: of one code, one at most is approved. */
function possible<Row extends { readonly driver_code: string; readonly state: string }>(
  rows: readonly Row[],
): Row[] {
  const approved = new Set<string>();
  return rows.filter(({ driver_code: code, state }) => {
    const isTaken = state !== 'waiting' && approved.has(code.toUpperCase());
    if (state !== 'waiting') approved.add(code.toUpperCase());
    return !isTaken;
  });
}

test('exported drivers come in again unchanged, also those who wait or have left', () => {
  fc.assert(
    fc.property(drivers.map(possible), (rows) => {
      const file = fileOf(
        fieldCells(driverFields, newDriverFieldNames),
        rows as unknown as readonly Driver[],
      );
      const subjects = rows.map((driver) => subject({ driver: driver as unknown as Driver }));
      for (const each of [file, resaved(file)])
        expect(kindsOf(planRecords(driverFile, linesOf(each, driverFile), subjects))).toEqual(same(rows));
    }),
  );
});

test('exported documents come in again unchanged, also those that wait', () => {
  const owners = fc
    .tuple(vehicles, drivers.map(possible))
    .map(([cars, people]) => [
      ...cars.map((vehicle) => subject({ vehicle: vehicle as Vehicle })),
      ...people.map((driver) => subject({ driver: driver as unknown as Driver })),
    ]);
  const held = fc.array(documents, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(owners, held, (given, papers) => {
      const rows = papers.map((paper, place) => {
        const owner = given[place % given.length]!;
        const fitting = someKinds.filter((kind) => (kind.owner === 'vehicle') === (owner.vehicle !== null));
        const kind = fitting[place % fitting.length]!;
        return { owner, kind, document: { ...paper, kind_id: kind.id } };
      });
      const subjects = given.map((owner) => ({
        ...owner,
        documents: rows.filter((row) => row.owner === owner).map(({ document }) => document),
      })) as unknown as FileSubject[];
      const listed = rows.map(({ owner: { vehicle, driver }, kind, document }) => ({
        ...document,
        kind: kind.name,
        driver_code: driver?.driver_code ?? null,
        license_plate: vehicle?.license_plate ?? driver?.license_plate ?? '',
        owner_name: driver?.name ?? '',
      }));
      const file = fileOf(documentCells, listed as unknown as FleetDocument[]);
      const format = documentFile(someKinds as Parameters<typeof documentFile>[0]);
      expect(kindsOf(planRecords(format, linesOf(file, format), subjects))).toEqual(same(rows));
    }),
  );
});

test('exported prices come in again unchanged', () => {
  const content = readFirstRelease();
  const plan = planPrices(linesOf(fileOf(priceCells, allPrices(content.routes)), priceFile), content);
  expect(kindsOf(plan)).toEqual('planned' in plan ? same(plan.planned) : []);
});

test('one changed cell is one change, with its line, its field and both values', () => {
  fc.assert(
    fc.property(vehicles, fc.nat(), (rows, place) => {
      const chosen = rows[place % rows.length]!;
      const seats = chosen.seats === 7 ? 8 : 7;
      const edited = rows.map((row) => ({
        ...row,
        ...(row === chosen && { seats }),
      }));
      const subjects = rows.map((vehicle) => subject({ vehicle: vehicle as Vehicle }));
      const plan = planRecords(
        vehicleFile,
        linesOf(fileOf(fieldCells(vehicleFields), edited), vehicleFile),
        subjects,
      );
      const changed = 'planned' in plan ? plan.planned.filter(({ kind }) => kind !== 'same') : [];
      expect(changed).toMatchObject([
        {
          kind: 'changed',
          changes: [{ column: 'seats', before: String(chosen.seats ?? ''), after: String(seats) }],
          sent: { id: chosen.id, version: chosen.version, colour: chosen.colour, seats },
        },
      ]);
    }),
  );
});
