import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Queryable } from '../backend/db/database.ts';
import { startProductApp } from '../server/testing/app.ts';
import { allSettings } from '../server/settings/table.ts';

const facts = ['Held', 'Why', 'Basis', 'Until', 'Seen by', 'Goes to', 'Columns'];

let page: string;

beforeAll(async () => {
  page = await readFile(resolve(import.meta.dirname, '../docs/processing-register.md'), 'utf8');
});

/** The entry of each table with personal data, by the table's name. */
function entriesOf(register: string): ReadonlyMap<string, string> {
  const sections = register.split(/^##+ /m);
  return new Map(
    sections.flatMap((text) => (text.startsWith('`') ? [[text.split('`')[1] ?? '', text]] : [])),
  );
}

/** Every column that the register names, as `public.drivers.name`. */
function describedColumns(register: string): ReadonlySet<string> {
  const entries = Array.from(entriesOf(register), ([table, text]) => {
    return [table, [...text.matchAll(/^- \*\*(?:Columns|Other columns)\*\*: (.*)$/gm)]] as const;
  });
  const plain = [...register.matchAll(/^- `(\w+\.\w+)`: (.*)$/gm)];
  const lists = [
    ...entries.flatMap(([table, found]) => found.map(([, list = '']) => [table, list] as const)),
    ...plain.map(([, table = '', list = '']) => [table, list] as const),
  ];
  return new Set(
    lists.flatMap(([table, list]) =>
      Array.from(list.matchAll(/`(\w+)`/g), ([, column]) => `${table}.${column}`),
    ),
  );
}

/** The differences between the register and the tables of a database, in words. */
async function gapsOf(register: string, db: Queryable): Promise<readonly string[]> {
  const rows = await db.query<{ column: string }>(
    `select format('%s.%s.%s', table_schema, table_name, column_name) as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema in ('public', 'private', 'auth', 'storage')
     order by table_schema, table_name, ordinal_position`,
  );
  const stored = new Set(rows.map(({ column }) => column));
  const described = describedColumns(register);
  return [
    ...[...stored].filter((column) => !described.has(column)).map((column) => `${column} is not described`),
    ...[...described].filter((column) => !stored.has(column)).map((column) => `${column} does not exist`),
  ];
}

test('the register of processing names every column of every table (docs/processing-register.md)', async () => {
  await using server = await startProductApp();
  const { db } = server.context;
  expect(await gapsOf(page, db)).toEqual([]);
  await db.query('create table public.diaries (id uuid, secret text)');
  expect(await gapsOf(page.replace('`encrypted_password`', '`password`'), db)).toEqual([
    'auth.users.encrypted_password is not described',
    'public.diaries.id is not described',
    'public.diaries.secret is not described',
    'auth.users.password does not exist',
  ]);
});

test('each entry of the register states what the law asks for', () => {
  const incomplete = [...entriesOf(page)].filter(
    ([, text]) => !facts.every((fact) => new RegExp(`^- \\*\\*${fact}\\*\\*: \\S`, 'm').test(text)),
  );
  expect(incomplete.map(([table]) => table)).toEqual([]);
});

test('the register gives the periods that the settings have', () => {
  const defaults = new Map<string, string>(allSettings.map(({ name, default: days }) => [name, `${days}`]));
  const periods = [...page.matchAll(/`([A-Z_]+)` \((\d+)\) days/g)];
  expect(periods.length).toBeGreaterThan(0);
  expect(periods.filter(([, name = '', days]) => defaults.get(name) !== days).map(([text]) => text)).toEqual(
    [],
  );
});
