import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const tests = ['{backend,server,shared,tools,supabase,web,e2e}/**/*.{test.ts,test.tsx,spec.ts}'];
/**
 * A test names what it shows at the start of its name: `test('D3 …')`, `test('V4, V23.11: …')`. The rows of a `test.each`
 * do not reach into the next test.
 */
const namesOfTest =
  /\btest(?:\.each(?:(?!\n\s*test\b)[^])*?\))?\(\s*['"`]((?:[A-Z]\d{1,2}(?:\.\d{1,2})?[ ,:]+)+)/g;

/** The test files by the identifier of the check or finding that their tests name. */
export function testsByIdentifier(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const path of globSync(tests, { cwd: root }).sort()) {
    const text = readFileSync(resolve(root, path), 'utf8');
    for (const [, names = ''] of text.matchAll(namesOfTest))
      for (const id of names.match(/[A-Z]\d{1,2}(?:\.\d{1,2})?/g) ?? []) {
        const files = found.get(id) ?? [];
        if (!files.includes(path)) found.set(id, [...files, path]);
      }
  }
  return found;
}

/** A row of a check or a finding: its identifier, what must hold, and the tests that show it. */
const row = /^\| ([A-Z]\d{1,2}(?:\.\d{1,2})?) \| (.+?) \|(.*)\|$/gm;

/** `docs/checks.md` with the tests that show each check and finding. An accepted finding keeps its reason. */
export function withTestFiles(page: string): string {
  const found = testsByIdentifier();
  const files = (id: string): string => (found.get(id) ?? []).map((file) => `\`${file}\``).join(', ');
  return page.replace(row, (line: string, id: string, what: string, shownBy: string) =>
    shownBy.startsWith(' accepted: ') ? line : `| ${id} | ${what} | ${files(id)} |`,
  );
}

/** The checks and findings of the page that no test names and no reason excuses. */
export function untested(page: string): readonly string[] {
  const rows = withTestFiles(page).matchAll(row);
  return Array.from(rows, ([, id = '', , shownBy]) => (shownBy?.trim() === '' ? id : '')).filter(Boolean);
}
