import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startProductApp } from '../server/testing/app.ts';
import { processingRegister, registerGaps } from './gen/processing-register.ts';

test('the register of processing names every column of every table (tools/gen/processing-tables.ts)', async () => {
  await using server = await startProductApp();
  const { db } = server.context;
  expect(await registerGaps(db)).toEqual([]);
  await db.query('create table public.diaries (id uuid, secret text)');
  expect(await registerGaps(db)).toEqual([
    'public.diaries.id is not described',
    'public.diaries.secret is not described',
  ]);
});

test('docs/processing-register.md is what the tables say (else: npm run gen)', async () => {
  const file = resolve(import.meta.dirname, '../docs/processing-register.md');
  expect(await readFile(file, 'utf8')).toBe(processingRegister());
});
