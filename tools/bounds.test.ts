import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseSync, Visitor, type ESTree } from 'vite';

const root = resolve(import.meta.dirname, '..');
const sources = globSync('{backend,server,supabase/functions}/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|\/testing\/|\.d\.ts$/.test(path))
  .sort();

/** Schemas of what does not come from a stranger, with the reason. */
const trusted: Readonly<Record<string, string>> = {
  'backend/config/': 'the operator’s own settings',
  'backend/functions/import-map.ts': 'the operator’s own files',
  'backend/backup/manifest.ts': 'the operator’s own archive',
  'backend/auth/domain/providers/': 'a provider’s response, which `bounded-fetch.ts` bounds',
  'backend/auth/domain/saml/assertion.ts': 'parsed from XML of bounded size and depth, with a signature',
  'backend/messages/sms/': 'the response of the operator’s own provider',
  'backend/realtime/changes/feed.ts': 'notifications of the database',
  'backend/rest/database-errors.ts': 'errors that functions of the database raise',
  'backend/realtime/peers/peers.ts': 'other processes of this server; what clients send was bounded before',
  'backend/realtime/peers/chunks.ts': 'other processes of this server; what clients send was bounded before',
};

/**
 * Schemas whose values have no bound of their own. Free content (`unknown`, `custom`) is left to what reads the body: it
 * bounds size and depth of the whole.
 */
const unbounded = new Set(['string', 'array', 'record']);
/** Functions of valibot that limit the length or count of a value. */
const bounds = new Set([
  'maxLength',
  'maxBytes',
  'maxEntries',
  'length',
  'uuid',
  'picklist',
  'check',
  'isoTimestamp',
]);

/** Whether a pattern takes texts of a greatest length only: it repeats nothing without end. */
function isBoundedPattern(node: ESTree.Node): boolean {
  if (calledName(node) !== 'regex' || node.type !== 'CallExpression') return false;
  const [pattern] = node.arguments;
  return pattern?.type === 'Literal' && 'regex' in pattern && !/[*+]|,\}/.test(pattern.regex.pattern);
}

/** The name of a function of valibot that a node calls: `string` for `v.string()`. */
function calledName(node: ESTree.Node): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property } = node.callee;
  if (object.type !== 'Identifier' || object.name !== 'v' || property.type !== 'Identifier') return undefined;
  return property.name;
}

/** Lines of a file with a schema of text or lists that has no bound. */
function unboundedSchemas(path: string): string[] {
  const text = readFileSync(resolve(root, path), 'utf8');
  const { program } = parseSync(path, text);
  const bounded = new Set<number>();
  const found: string[] = [];
  new Visitor({
    CallExpression(node) {
      const name = calledName(node);
      if (
        name === 'pipe' &&
        node.arguments.some((each) => bounds.has(calledName(each) ?? '') || isBoundedPattern(each))
      )
        bounded.add(node.arguments[0]?.start ?? -1);
      // The keys of a record are bounded by the number of its entries and the size of the body.
      if (name === 'record') bounded.add(node.arguments[0]?.start ?? -1);
      if (name && unbounded.has(name) && !bounded.has(node.start))
        found.push(`${path}:${text.slice(0, node.start).split('\n').length} v.${name}`);
    },
  }).visit(program);
  return found;
}

test('every text and list that a client sends has a greatest length', () => {
  const untrusted = sources.filter(
    (path) => !Object.keys(trusted).some((beginning) => path.startsWith(beginning)),
  );
  expect(untrusted.flatMap(unboundedSchemas)).toEqual([]);
});
