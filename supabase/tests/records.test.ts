import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { addDriver, json, mark, register } from '../../server/testing/drivers.ts';
import { documentFields, kindFields } from '../../shared/records/document.ts';
import {
  columnsOf,
  driverFields,
  exampleProfile,
  profileOf,
  type Profile,
} from '../../shared/records/driver.ts';
import { mapFields, rowOfTexts, type RecordField, type RecordFields } from '../../shared/records/field.ts';
import { exampleVehicle } from '../../shared/testing/records.ts';
import { vehicleFields } from '../../shared/records/vehicle.ts';
import { check, profileSchema } from '../../shared/validation.ts';

/** Forms, files and the database take the same values of each field that `shared/records` describes. */
let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());

interface Noun {
  readonly table: string;
  readonly fields: RecordFields;
  /** The database tidies what people type, and counts only what changes in `version`. */
  readonly isTidied?: true;
  /** The columns that the API writes for other reasons. */
  readonly otherColumns: readonly string[];
  /** @returns the id of the row that the test changes */
  readonly makeRow: () => Promise<string>;
}

const carla = (path: string, init?: RequestInit) => server.as('carla').request(`/rest/v1/${path}`, init);

async function made(path: string, row: object): Promise<string> {
  const response = await carla(path, json('POST', row));
  const [{ id }] = (await response.json()) as [{ id: string }];
  return id;
}

const nouns: readonly Noun[] = [
  {
    table: 'drivers',
    fields: driverFields,
    isTidied: true,
    otherColumns: ['approved', 'days_off', 'pending_photo_url', 'photo_url', 'version'],
    makeRow: () => Promise.resolve(server.as('diego').driverId ?? ''),
  },
  {
    table: 'vehicles',
    fields: vehicleFields,
    isTidied: true,
    otherColumns: ['version'],
    makeRow: () => made('vehicles', { license_plate: 'ZZZZ99' }),
  },
  {
    table: 'documents',
    fields: documentFields,
    otherColumns: ['critical', 'file', 'version'],
    makeRow: async () => {
      const kind_id = await made('document_kinds', { owner: 'driver', name: 'Examen' });
      const driver_id = server.as('diego').driverId;
      return made('documents', { kind_id, driver_id, expires_on: '2027-12-31' });
    },
  },
  {
    table: 'document_kinds',
    fields: kindFields,
    otherColumns: ['critical', 'sort'],
    makeRow: () => made('document_kinds', { owner: 'driver', name: 'Botiquín' }),
  },
];

const spelled = {
  contact: ['12345678', '123456789', '9 8765 4321', '+123456789012345', '1234567890123456'],
  plate: ['ABC', 'abcd', 'ab·cd-12', 'ABCDEFGH', 'ABCDEFGHI', 'ab#12'],
};

/** Values on both sides of each limit, as people type them. */
function typedValues({ shape, spelling, example }: RecordField): readonly string[] {
  const ends = ['', ' ', example, ` ${example} `];
  if (spelling) return [...ends, ...spelled[spelling]];
  if (shape.kind === 'choice') return [...ends, ...shape.of, `${shape.of[0]}x`];
  if (shape.kind === 'integer')
    return [...ends, 'x', '1.5', ...[shape.min - 1, shape.min, shape.max, shape.max + 1].map(String)];
  if (shape.kind === 'day') return [...ends, '2026-11-30', '2026-02-30', 'x'];
  const longest = [shape.max, shape.max + 1];
  return [
    ...ends,
    'x',
    ...longest.map((count) => 'x'.repeat(count)),
    ...longest.map((count) => '🚕'.repeat(count)),
  ];
}

type Row = Readonly<Record<string, unknown>> & { readonly version: number };

/** Writes a value as an administrator. @returns null where the database refuses it */
async function write(table: string, id: string, column: string, value: unknown): Promise<Row | null> {
  const response = await carla(`${table}?id=eq.${id}`, json('PATCH', { [column]: value }));
  if (response.status !== 200) expect(response.status, `${table}.${column} ${String(value)}`).toBe(400);
  return response.status === 200 ? ((await response.json()) as [Row])[0] : null;
}

test.each(nouns)('forms and the database take the same values of $table', async (noun) => {
  const { table, fields, isTidied, makeRow } = noun;
  const id = await makeRow();
  const texts = mapFields(fields, ({ example }) => example);
  let before: Row | null = null;
  for (const [name, field] of Object.entries(fields))
    for (const typed of typedValues(field)) {
      const checked = check(fields, { ...texts, [name]: typed });
      const sent = checked.ok ? rowOfTexts(fields, checked.values)[field.column] : typed.trim();
      const after: Row | null = await write(table, id, field.column, sent);
      const label = `${table}.${field.column} “${typed}”`;
      if (checked.ok) expect(after?.[field.column], label).toBe(sent);
      // A form may demand what the database leaves open, such as the plate of a driver.
      else expect(after?.[field.column] ?? null, label).toBeNull();
      if (isTidied && after && before)
        expect(after.version - before.version, label).toBe(
          Object.is(after[field.column], before[field.column]) ? 0 : 1,
        );
      before = after ?? before;
      if (!isTidied || !checked.ok || field.shape.kind !== 'text') continue;
      expect((await write(table, id, field.column, typed))?.[field.column], `${label} as typed`).toBe(sent);
    }
});

test.each(nouns)(
  'each column of $table that people fill in is described',
  async ({ table, fields, otherColumns }) => {
    const rows = await server.context.db.query<{ column: string }>(
      `select column_name::text as column from information_schema.column_privileges
     where grantee = 'authenticated' and privilege_type = 'UPDATE' and table_schema = 'public' and table_name = $1`,
      [table],
    );
    const described = Object.values(fields).map(({ column }) => column);
    expect(rows.map(({ column }) => column).sort()).toEqual([...described, ...otherColumns].sort());
  },
);

/** The fields of a driver after one of the ways to write it. */
async function storedProfile(id: string): Promise<Profile> {
  const [row] = (await (await carla(`drivers?id=eq.${id}`)).json()) as [Parameters<typeof profileOf>[0]];
  return profileOf(row);
}

test('registrations, invitations and new vehicles store every field', async () => {
  // In a company without vehicles the plate is the driver's own.
  await server.context.db.query('delete from vehicles');
  for (const way of ['registration', 'invitation', 'file'] as const) {
    const typed = { ...exampleProfile, driverCode: mark() };
    const checked = check(profileSchema, typed);
    const ids = {
      registration: async () => (await addDriver(await register(server), columnsOf(typed))).id,
      invitation: async () => {
        const body = json('POST', { drivers: [columnsOf(typed)] });
        const [made] = (await (await carla('rpc/invite_drivers', body)).json()) as [{ driver_id: string }];
        return made.driver_id;
      },
      file: async () => {
        const send = async (row: object) => {
          const sent = await carla('rpc/import_drivers', json('POST', { drivers: [row] }));
          return (await sent.json()) as readonly { readonly driver_id: string }[];
        };
        const { driverCode } = typed;
        const [made] = await send({ name: 'X', contact: '911112222', driver_code: driverCode });
        const id = made!.driver_id;
        await send({ ...columnsOf(typed), id, version: 1 });
        return id;
      },
    };
    expect(checked, way).toEqual({ ok: true, values: await storedProfile(await ids[way]()) });
  }
  const vehicle = { ...exampleVehicle, license_plate: mark() };
  const written = await carla('vehicles', json('POST', vehicle));
  expect(await written.json()).toMatchObject([vehicle]);
});

test('the panel’s form stores every field of a vehicle, new or changed', async () => {
  const save = async (body: object): Promise<unknown> => {
    const saved = await carla('rpc/save_vehicle', json('POST', body));
    return (await carla(`vehicles?id=eq.${(await saved.json()) as string}`)).json();
  };
  const fields = { ...exampleVehicle, license_plate: mark() };
  const bare = { license_plate: mark(), class: 'basico' };
  expect(await save({ fields })).toMatchObject([fields]);
  const [{ id }] = (await save({ fields: bare })) as [{ id: string }];
  const changed = { ...fields, license_plate: mark() };
  expect(await save({ fields: changed, vehicle: id, version: 1 })).toMatchObject([
    { ...changed, version: 2 },
  ]);
  expect(await save({ fields: { seats: null }, vehicle: id, version: 2 })).toMatchObject([
    { ...changed, seats: null },
  ]);
});
