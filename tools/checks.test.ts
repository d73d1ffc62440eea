import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { checks } from './checks.ts';
import { testsOfChecks, withChecksTable } from './checks-table.ts';

const page = resolve(import.meta.dirname, '../docs/security.md');

test('every check has a test that names it', () => {
  const found = testsOfChecks();
  expect(Object.keys(checks).filter((id) => !found.has(id as keyof typeof checks))).toEqual([]);
});

test('docs/security.md says which test shows each check (else: npm run gen)', async () => {
  const text = await readFile(page, 'utf8');
  expect(text).toBe(withChecksTable(text));
});
