import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
let copy = '';
/** The files of the copy that a test changed, but for words. */
let changedByHand = new Set<string>();

/** The folders and files that compiler, generator and tests read. */
const parts = ['backend', 'bench', 'docs', 'e2e', 'server', 'shared', 'supabase', 'tools', 'web'];
const files = ['package.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts', 'playwright.config.ts'];

beforeEach(async () => {
  changedByHand = new Set();
  copy = await mkdtemp(join(tmpdir(), 'transfer-changes-'));
  const filter = (path: string): boolean => !path.endsWith('/node_modules');
  for (const name of [...parts, ...files])
    await cp(join(root, name), join(copy, name), { recursive: true, filter });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
});

afterEach(() => rm(copy, { recursive: true, force: true }));

/** Changes a file of the copy. @throws Error when nothing there matches */
async function change(path: string, search: RegExp, replacement: string): Promise<void> {
  const text = await readFile(join(copy, path), 'utf8');
  const changed = text.replace(search, replacement);
  if (changed === text)
    throw new Error(`${path} has nothing like ${search}: bring docs/changes.md up to date.`);
  if (!path.startsWith('web/i18n/')) changedByHand.add(path);
  await writeFile(join(copy, path), changed);
}

/** The files with an error of their types in the copy. */
function filesWithErrors(project: string): Promise<readonly string[]> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  return new Promise((settle) => {
    execFile(process.execPath, [compiler, '-p', project], { cwd: copy }, (_, output) => {
      const named = Array.from(output.matchAll(/^([\w./-]+)\(\d+,\d+\): error/gm), ([, path = '']) => path);
      settle([...new Set(named)].sort());
    });
  });
}

/** Runs a program in the copy. @returns `passed`, or its output */
function run(program: string, ...args: readonly string[]): Promise<string> {
  return new Promise((settle) => {
    execFile(process.execPath, [program, ...args], { cwd: copy }, (error, output, errors) => {
      settle(error ? `${output}${errors}` : 'passed');
    });
  });
}

/** The files that a list of docs/changes.md names. */
async function filesOf(heading: string): Promise<readonly string[]> {
  const page = await readFile(join(root, 'docs/changes.md'), 'utf8');
  const list = page.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';
  return Array.from(list.matchAll(/`([\w./-]+\.\w+)`/g), ([, path = '']) => path);
}

test('the compiler names what a new language and provider need, and the page does', async () => {
  await change(
    'shared/languages.ts',
    /(languageTable = \{)/,
    `$1 it: { name: 'I', locale: 'it', decimal: ',' },`,
  );
  await change('web/data/accounts/providers.ts', /(providers = \[)/, `$1'gitlab', `);
  const named = (await Promise.all(['.', 'web'].map(filesWithErrors))).flat();
  // The backend's own texts, whose files step 2 of a language leaves to the compiler.
  const product = [...new Set(named)].filter((path) => !path.startsWith('backend/messages/')).sort();
  expect(product).toEqual([
    'server/product.ts',
    'server/reminders/case-texts.ts',
    'server/reminders/reminders.ts',
    'server/reminders/rights-texts.ts',
    'server/reminders/texts.ts',
    'server/reminders/tickets.ts',
    'shared/booking/texts.ts',
    'tools/demo/usage.ts',
    'tools/gen/mail-templates.ts',
    'web/i18n/driverMessages.ts',
    'web/i18n/greetings.ts',
    'web/login/ProviderButtons.tsx',
    'web/login/ProviderLogo.tsx',
    'web/util/formatList.ts',
  ]);
  const lists = await Promise.all(['A language', 'A sign-in provider'].map(filesOf));
  expect(product.filter((path) => !lists.flat().includes(path))).toEqual([]);
}, 240_000);

const allLanguages = ['es', 'en', 'pt', 'fr', 'de'];
const panelLanguages = ['es', 'en'];
const vitest = 'node_modules/vitest/vitest.mjs';

/** The files of a section that lists expenses, but for its entry, its words and its page of the guide. */
const expenseFiles: Readonly<Record<string, string>> = {
  'web/data/expenses/expenses.ts': `export interface Expense { readonly id: string; readonly place: string }
export const listExpenses = (): readonly Expense[] => [{ id: '1', place: 'Pucón' }];
`,
  'web/admin/expenses/columns.tsx': `import type { Expense } from '../../data/expenses/expenses.ts';
import type { Column } from '../parts/list/List.tsx';
export const expenseColumns: readonly Column<Expense>[] = [{ id: 'place', label: 'Lugar', cell: ({ place }) => place }];
`,
  'web/admin/expenses/ExpensesSection.tsx': `import { listExpenses } from '../../data/expenses/expenses.ts';
import { List } from '../parts/list/List.tsx';
import { expenseColumns } from './columns.tsx';
export default function ExpensesSection() {
  return <List caption="Gastos" columns={expenseColumns} rows={listExpenses()} />;
}
`,
};
const expensesTest = `import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openSection } from '../../testing/panelLists.tsx';
test('the section opens', async () => {
  await page.viewport(1440, 900);
  await openSection('expenses');
  await expect.element(page.getByRole('link', { name: 'Gastos' })).toHaveAttribute('aria-current', 'page');
  await expect.element(page.getByText('Pucón')).toBeVisible();
});
`;

test('a section of the panel is an entry, a component with its columns and data, and words', async () => {
  await change(
    'web/admin/registry/sections.ts',
    /(registry = \{)/,
    `$1\n  expenses: { place: 'vehicles', namespaces: [] },`,
  );
  // The header, the screen, the list and the search ask for the name of the section.
  expect(await filesWithErrors('web')).toEqual([
    'web/admin/AdminHeader.tsx',
    'web/admin/AdminScreen.tsx',
    'web/admin/parts/list/useList.tsx',
    'web/admin/search/results.ts',
  ]);
  for (const folder of ['web/admin/expenses', 'web/data/expenses']) await mkdir(join(copy, folder));
  for (const [path, text] of Object.entries({
    ...expenseFiles,
    'web/admin/expenses/expenses.test.tsx': expensesTest,
  }))
    await writeFile(join(copy, path), text);
  for (const language of panelLanguages) {
    await change(`web/i18n/${language}/admin.ts`, /(\n {2}vehicles: )/, `\n  expenses: 'Gastos',$1`);
    await change(`web/i18n/${language}/search.ts`, /(sections: \{)/, `$1 expenses: 'bencina peajes',`);
  }
  const guide = `# Gastos\n\n${'Aquí están los gastos de la empresa, con su lugar. '.repeat(5)}\n`;
  await writeFile(join(copy, 'web/admin/help/pages/expenses.md'), guide);
  expect(await filesWithErrors('web')).toEqual([]);
  expect(await run(vitest, 'run', 'tools/guide.test.ts', '--project', 'server')).toBe('passed');
  const tests = ['web/admin/expenses', 'web/admin/help'];
  expect(await run(vitest, 'run', ...tests, '--project', 'components')).toBe('passed');
}, 600_000);

test('an act of the panel is a line of the registry, for whose words the compiler asks', async () => {
  const act = `wash: { icon: 'Plus', title: (t) => t.add, from: {} },`;
  await change('web/admin/registry/acts.ts', /(vehicles: acts\('vehicles', \{)/, `$1\n    ${act}`);
  expect(await filesWithErrors('web')).toEqual(['web/admin/search/results.ts']);
  await change('web/i18n/es/search.ts', /(acts: \{[^]*?vehicles: \{)/, `$1 wash: 'lavar',`);
  expect(await filesWithErrors('web')).toEqual(['web/i18n/en/search.ts']);
  await change('web/i18n/en/search.ts', /(acts: \{[^]*?vehicles: \{)/, `$1 wash: 'wash',`);
  expect(await filesWithErrors('web')).toEqual([]);
  expect(await filesOf('An act of the panel')).toEqual(expect.arrayContaining([...changedByHand]));
}, 240_000);

const drivers = 'supabase/schemas/02_drivers.sql';
const invitations = 'supabase/schemas/21_invitations.sql';

/** Writes the migration that brings a database to what the two files of the copy declare. */
async function writeMigration(): Promise<void> {
  const declared = `${await readFile(join(copy, drivers), 'utf8')}${await readFile(join(copy, invitations), 'utf8')}`;
  const part = (beginning: RegExp, end: string): string => {
    const start = declared.search(beginning);
    return declared.slice(start, declared.indexOf(end, start) + end.length);
  };
  const functions = [
    /create function private\.normalise_driver/,
    /create function public\.invite_drivers/,
    /create function public\.import_drivers/,
  ];
  const triggers = ['normalise_driver', 'version_driver'];
  const sql = [
    part(/licence_class text check/, '\n')
      .replace(/^/, 'alter table public.drivers add column ')
      .replace(/,\n/, ';'),
    ...functions.map((each) =>
      part(each, 'end $$;').replace('create function', 'create or replace function'),
    ),
    ...triggers.map(
      (each) => `drop trigger ${each} on public.drivers; ${part(new RegExp(`create trigger ${each}`), ';')}`,
    ),
    'grant insert (licence_class), update (licence_class) on public.drivers to authenticated;',
  ];
  await writeFile(join(copy, 'supabase/migrations/20991231000000_licence_class.sql'), sql.join('\n'));
}

test('a field of drivers is a migration, its description and words; forms, list, file and log show it', async () => {
  await change(
    drivers,
    /(driver_code text not null[^\n]*\n)/,
    `$1  licence_class text check (char_length(licence_class) between 1 and 20),\n`,
  );
  await change(drivers, /(octet_length\(new\.contact\))/, '$1, octet_length(new.licence_class)');
  await change(
    drivers,
    /( {2}new\.driver_code := [^\n]*\n)/,
    `$1  new.licence_class := nullif(btrim(new.licence_class), '');\n`,
  );
  await change(drivers, /(normalise_driver before insert or update of name)/, '$1, licence_class');
  await change(
    drivers,
    /(before update of name), (license_plate, driver_code, photo_url, pending_photo_url)/,
    '$1, licence_class, $2',
  );
  await change(drivers, /\((old\.name, [^)]*pending_photo_url[^)]*)\)/, '($1, old.licence_class)');
  await change(drivers, /\((new\.name, [^)]*pending_photo_url[^)]*)\)/, '($1, new.licence_class)');
  await change(drivers, /(grant insert \(name)/, '$1, licence_class');
  await change(drivers, /(grant update \(name)/, '$1, licence_class');
  await change(invitations, /(license_plate text)(\) loop)/, '$1, licence_class text$2');
  await change(invitations, /(insert into public\.drivers \(name)/, '$1, licence_class');
  await change(invitations, /(values \(given\.name)/, '$1, given.licence_class');
  await change(invitations, /(update public\.drivers d set \(name)/, '$1, licence_class');
  await change(invitations, /( {6}\(g\.name)/, '$1, g.licence_class');
  await writeMigration();
  await change(
    'shared/records/driver.ts',
    /(\n\} as const satisfies Record<string, DriverField>)/,
    `
  licenceClass: {
    column: 'licence_class',
    shape: { kind: 'text', max: 20 },
    heading: 'clase de licencia',
    example: 'A2',
  },$1`,
  );
  const register = 'docs/processing-register.md';
  await change(register, /(### `public\.drivers`[^]*?\*\*Columns\*\*: )/, '$1`licence_class`, ');
  // With the migration these are five.
  expect([...changedByHand]).toEqual([drivers, invitations, 'shared/records/driver.ts', register]);
  expect(await filesOf('A field of drivers')).toEqual(expect.arrayContaining([...changedByHand]));
  expect(await run('tools/gen.ts')).toBe('passed');
  // The compiler asks for the words.
  expect(await filesWithErrors('web')).not.toEqual([]);
  for (const language of allLanguages)
    await change(
      `web/i18n/${language}/driver.ts`,
      /(form: \{)([^]*short: \{)([^]*log: \{)/,
      `$1 licenceClass: 'Clase de licencia',$2 licenceClass: 'Licencia',$3 licence_class: 'licencia',`,
    );
  expect((await Promise.all(['.', 'web'].map(filesWithErrors))).flat()).toEqual([]);
  const tests = [
    'supabase/tests/records.test.ts',
    'supabase/tests/schema.test.ts',
    'tools/processing-register.test.ts',
  ];
  expect(await run(vitest, 'run', ...tests, '--project', 'server')).toBe('passed');
  expect(await run(vitest, 'run', 'web/admin/drivers/fields.test.tsx', '--project', 'components')).toBe(
    'passed',
  );
}, 600_000);
