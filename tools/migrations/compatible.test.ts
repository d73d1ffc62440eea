import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findIncompatible } from './compatible.ts';

const root = resolve(import.meta.dirname, '../..');

/** The last migration of each folder before 1.0: no process of an earlier version runs beside those that follow. */
const lastBeforeRelease = { 'supabase/migrations': '20261129001000', 'backend/db/platform': '056' } as const;

const earlier = `
  create table public.cars (id uuid primary key, plate text, seats integer not null);
  create type public.fuel as enum ('petrol', 'diesel');
  create view public.plates as select plate from public.cars;
  create policy cars_select on public.cars for select using (true);
  create function public.find_car(plate text) returns uuid language sql as $$ select id from public.cars $$;
`;

const check = (sql: string): Promise<readonly string[]> => findIncompatible([earlier], sql);

test.each([
  ['drop table public.cars', 'drops the table public.cars'],
  ['drop table cars', 'drops the table public.cars'],
  ['drop view public.plates', 'drops the view public.plates'],
  ['drop type public.fuel', 'drops the type public.fuel'],
  ['drop function public.find_car(text)', 'drops the function public.find_car'],
  ['drop schema private cascade', 'drops the schema private'],
  ['drop role reporter', 'drops a role or what it owns'],
  [
    'drop policy cars_select on public.cars',
    'drops the policy public.cars.cars_select without creating it again',
  ],
  ['alter table public.cars drop column plate', 'drops the column plate of public.cars'],
  ['alter table public.cars alter column seats type bigint', 'changes the type of seats of public.cars'],
  [
    'alter table public.cars alter column plate set not null',
    'makes plate of public.cars not null without a default',
  ],
  ['alter table public.cars alter column seats drop default', 'drops the default of seats of public.cars'],
  [
    'alter table public.cars add column colour text not null',
    'adds the not-null column colour to public.cars without a default',
  ],
  [
    'alter table public.cars add constraint few_seats check (seats < 9)',
    'adds the constraint few_seats to public.cars',
  ],
  ['create unique index one_plate on public.cars (plate)', 'adds the unique index one_plate to public.cars'],
  ['alter table public.cars enable row level security', 'hides rows of public.cars by row-level security'],
  [
    'create policy own on public.cars as restrictive using (false)',
    'restricts public.cars by the policy own',
  ],
  ['alter table public.cars rename to vehicles', 'renames the table public.cars'],
  ['alter table public.cars rename column plate to sign', 'renames the column public.cars.plate'],
  ['alter function public.find_car rename to search_car', 'renames the function public.find_car'],
  [`alter type public.fuel rename value 'petrol' to 'gasoline'`, 'renames the value petrol'],
  ['alter table public.cars set schema private', 'moves public.cars to another schema'],
  [
    `create function public.find_car(plate text, seats int default 4) returns uuid language sql as $$ select null::uuid $$`,
    'gives the function public.find_car other arguments: calls by its name become ambiguous',
  ],
  ['revoke select on public.cars from authenticated', 'revokes rights on public.cars'],
  ['revoke execute on function public.find_car(text) from anon', 'revokes rights on public.find_car'],
  ['revoke authenticated from authenticator', 'takes a role away'],
  [
    `do $$ begin execute 'alter table public.cars drop column plate'; end $$`,
    'does “drop” in a do block, which this check cannot read',
  ],
])('%s is refused', async (sql, reason) => expect(await check(sql)).toEqual([reason]));

test.each([
  'create table public.trips (id uuid primary key, car uuid not null references public.cars)',
  `create table public.trips (id uuid primary key); alter table public.trips enable row level security;
   create unique index on public.trips (id); create policy own on public.trips as restrictive using (true);
   revoke all on public.trips from anon; alter table public.trips alter column id set not null`,
  'alter table public.cars add column colour text, add column doors integer not null default 4',
  'alter table public.cars add column number bigint generated always as identity not null',
  `alter table public.cars alter column plate set default ''; alter table public.cars alter column plate set not null`,
  'alter table public.cars drop constraint few_seats; alter table public.cars add constraint few_seats check (seats < 99)',
  'drop policy cars_select on public.cars; create policy cars_select on public.cars for select using (plate is not null)',
  'drop index public.cars_plate_idx; create index on public.cars (plate, seats)',
  `create or replace function public.find_car(plate text) returns uuid language sql as $$ select null::uuid $$`,
  `create function public.count_cars() returns bigint language sql as $$ select count(*) from public.cars $$;
   revoke execute on function public.count_cars() from public; grant execute on function public.count_cars() to anon`,
  `alter type public.fuel add value 'electric'`,
  'create or replace view public.plates as select plate, seats from public.cars',
  `do $$ begin perform 1; end $$; update public.cars set plate = upper(plate)`,
])('%s is accepted', async (sql) => expect(await check(sql)).toEqual([]));

test('a migration that says since when nobody uses what it takes away may take it away', async () => {
  const sql = 'alter table public.cars drop column plate';
  expect(await check(`-- contract: plate, which became sign, is used by nobody since 0.2.0\n${sql}`)).toEqual(
    [],
  );
  expect(await check(`-- contract: plate\n${sql}`)).toHaveLength(1);
  expect(
    await check(`${sql}; -- contract: plate, which became sign, is used by nobody since 0.2.0`),
  ).toHaveLength(1);
});

test.each(Object.entries(lastBeforeRelease))(
  'the version before can live with every migration of %s',
  async (folder, last) => {
    const files = (await readdir(join(root, folder))).filter((name) => name.endsWith('.sql')).sort();
    const texts = await Promise.all(files.map((name) => readFile(join(root, folder, name), 'utf8')));
    const found: Record<string, readonly string[]> = {};
    for (const [index, name] of files.entries()) {
      if (name.split('_', 1)[0]! <= last) continue;
      const reasons = await findIncompatible(texts.slice(0, index), texts[index] ?? '');
      if (reasons.length > 0) found[name] = reasons;
    }
    expect(found).toEqual({});
  },
);
