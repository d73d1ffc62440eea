import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { untested, withTestFiles } from './checks.ts';

const page = await readFile(resolve(import.meta.dirname, '../../docs/checks.md'), 'utf8');

test('every check and every finding has a test that names it, or a reason why it stays', () => {
  expect(untested(page)).toEqual([]);
  expect(untested(`${page}\n| Z9 | Nobody tests this | |\n`)).toEqual(['Z9']);
});

test('docs/checks.md says which test shows each check and finding (else: npm run gen)', () => {
  expect(page).toBe(withTestFiles(page));
});
