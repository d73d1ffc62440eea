import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
let copy = '';

/** The folders and files that the compiler reads. */
const parts = ['backend', 'bench', 'e2e', 'server', 'shared', 'supabase', 'tools', 'web'];
const files = ['package.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts', 'playwright.config.ts'];

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'transfer-changes-'));
  const filter = (path: string): boolean => !path.endsWith('/node_modules');
  for (const name of [...parts, ...files])
    await cp(join(root, name), join(copy, name), { recursive: true, filter });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rm(copy, { recursive: true, force: true }));

/** Changes a file of the copy. @throws Error when nothing there matches */
async function change(path: string, search: RegExp, replacement: string): Promise<void> {
  const text = await readFile(join(copy, path), 'utf8');
  const changed = text.replace(search, replacement);
  if (changed === text)
    throw new Error(`${path} has nothing like ${search}: bring docs/changes.md up to date.`);
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

/** The files that a list of docs/changes.md names. */
async function filesOf(heading: string): Promise<readonly string[]> {
  const page = await readFile(join(root, 'docs/changes.md'), 'utf8');
  const list = page.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';
  return Array.from(list.matchAll(/`([\w./-]+\.\w+)`/g), ([, path = '']) => path);
}

test('the compiler names what a new section of the panel, language and provider need, and the page does', async () => {
  await change(
    'web/admin/sections.ts',
    /(registry = \{)/,
    `$1\n  trips: { group: 'fleet', namespaces: [] },`,
  );
  await change(
    'shared/languages.ts',
    /(languageTable = \{)/,
    `$1 it: { name: 'I', locale: 'it', decimal: ',' },`,
  );
  await change('web/data/account/providers.ts', /(providers = \[)/, `$1'gitlab', `);
  const named = (await Promise.all(['.', 'web'].map(filesWithErrors))).flat();
  // The backend's own texts, whose files step 2 of a language leaves to the compiler.
  const product = [...new Set(named)].filter((path) => !path.startsWith('backend/messages/')).sort();
  expect(product).toEqual([
    'server/product.ts',
    'server/reminders/case-texts.ts',
    'server/reminders/cases.ts',
    'server/reminders/notices.ts',
    'server/reminders/reminders.ts',
    'server/reminders/rights-texts.ts',
    'server/reminders/rights.ts',
    'server/reminders/texts.ts',
    'shared/booking/texts.ts',
    'tools/gen/mail-templates.ts',
    'web/admin/AdminScreen.tsx',
    'web/admin/parts/useFormat.test.tsx',
    'web/i18n/greetings.ts',
    'web/login/ProviderButtons.tsx',
    'web/login/ProviderLogo.tsx',
  ]);
  const lists = await Promise.all(
    ['A section of the panel', 'A language', 'A sign-in provider'].map(filesOf),
  );
  expect(product.filter((path) => !lists.flat().includes(path))).toEqual([]);
}, 240_000);
