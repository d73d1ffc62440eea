import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { checks } from './checks.ts';
import { checksPage, testsByIdentifier } from './checks-page.ts';
import { acceptedRisks, findings } from './findings.ts';

test('every check and every finding has a test that names it, or a reason why it stays', () => {
  const found = testsByIdentifier();
  const identifiers = [...Object.keys(checks), ...Object.keys(findings)];
  expect(identifiers.filter((id) => !found.has(id) && !(id in acceptedRisks))).toEqual([]);
});

test('docs/checks.md says which test shows each check and finding (else: npm run gen)', async () => {
  const file = resolve(import.meta.dirname, '../../docs/checks.md');
  expect(await readFile(file, 'utf8')).toBe(checksPage());
});
