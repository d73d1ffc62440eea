import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { checks } from './checks.ts';
import { testsByIdentifier, withSecurityTables } from './checks-table.ts';
import { acceptedRisks, findings } from './findings.ts';

const page = resolve(import.meta.dirname, '../../docs/security.md');

test('every check and every finding has a test that names it, or a reason why it stays', () => {
  const found = testsByIdentifier();
  const identifiers = [...Object.keys(checks), ...Object.keys(findings)];
  expect(identifiers.filter((id) => !found.has(id) && !(id in acceptedRisks))).toEqual([]);
});

test('docs/security.md says which test shows each check and finding (else: npm run gen)', async () => {
  const text = await readFile(page, 'utf8');
  expect(text).toBe(withSecurityTables(text));
});
