import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseSync, Visitor, type ESTree } from 'vite';

const root = resolve(import.meta.dirname, '..');
const sources = globSync('{server,supabase/functions}/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|\/testing\/|\.d\.ts$/.test(path))
  .sort();

/** Schemas of what does not come from a stranger, with the reason. */
const trusted: Readonly<Record<string, string>> = {
  'server/config/': 'the operator’s own settings',
  'server/realtime/peers.ts': 'other processes of this server; what clients send was bounded before',
  'server/realtime/parcels.ts': 'other processes of this server; what clients send was bounded before',
};

/** Schemas whose values have no bound of their own. */
const unbounded = new Set(['string', 'array', 'record', 'custom', 'any', 'unknown']);
/** What gives a value a greatest length or count. */
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

/** The name of a function of valibot that a node calls: `string` for `v.string()`. */
function calledName(node: ESTree.Node): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property } = node.callee;
  if (object.type !== 'Identifier' || object.name !== 'v' || property.type !== 'Identifier') return undefined;
  return property.name;
}

/** Lines of a file with a schema of text, lists or free content that has no bound. */
function unboundedSchemas(path: string): string[] {
  const text = readFileSync(resolve(root, path), 'utf8');
  const { program } = parseSync(path, text);
  const bounded = new Set<number>();
  const found: string[] = [];
  new Visitor({
    CallExpression(node) {
      const name = calledName(node);
      if (name === 'pipe' && node.arguments.some((each) => bounds.has(calledName(each) ?? '')))
        bounded.add(node.arguments[0]?.start ?? -1);
      // The keys of a record are bounded by the number of its entries and the size of the body.
      if (name === 'record') bounded.add(node.arguments[0]?.start ?? -1);
      if (name && unbounded.has(name) && !bounded.has(node.start))
        found.push(`${path}:${text.slice(0, node.start).split('\n').length} v.${name}`);
    },
  }).visit(program);
  return found;
}

test('every text, list and free content that a client sends has a greatest length', () => {
  const untrusted = sources.filter(
    (path) => !Object.keys(trusted).some((beginning) => path.startsWith(beginning)),
  );
  expect(untrusted.flatMap(unboundedSchemas)).toEqual([]);
});
