import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../server/testing/app.ts';
import { configurationPage } from './configuration-page.ts';
import { databaseTypes } from './database-types.ts';

const root = resolve(import.meta.dirname, '..');

test('shared/database.types.ts is what the migrations make (else: npm run gen)', async () => {
  await using server = await startTestApp();
  expect(await readFile(resolve(root, 'shared/database.types.ts'), 'utf8')).toBe(
    await databaseTypes(server.context.db),
  );
});

test('docs/configuration.md lists every environment variable (else: npm run gen)', async () => {
  expect(await readFile(resolve(root, 'docs/configuration.md'), 'utf8')).toBe(configurationPage());
});
