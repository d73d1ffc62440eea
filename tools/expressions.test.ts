import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { parseSync, Visitor } from 'vite';

const root = resolve(import.meta.dirname, '..');
const sources = globSync('{backend,server,shared,supabase/functions}/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|\/(testing|bench)\/|\.d\.ts$/.test(path))
  .sort();

/**
 * Expressions that the analysis reports and that are safe all the same, with the reason. The text is the expression as
 * it stands in the source.
 */
const bounded: Readonly<Record<string, string>> = {
  '/\\B(?=(\\d{3})+$)/g': 'reads a whole number, which has at most 16 digits',
  '/\\*\\*|\\[![^\\]]+\\]|\\[[^\\]]+\\]|\\\\.|./gs': 'reads patterns of the operator’s configuration',
};

/** Files that put an expression together, with what it is made of. */
const assembled: Readonly<Record<string, string>> = {
  'backend/http/client-address.ts': 'fixed names of headers',
  'backend/rest/parse/select.ts': 'the fixed names of aggregates',
  'backend/storage/uploads/content-type.ts': 'a fixed character class, twice',
  'server/pages/page.ts': 'names of `<meta>` tags, over our own page',
  'shared/booking/messages.ts': 'fixed forms of days and times',
  'shared/booking/parse.ts': 'our own labels',
};

interface Expression {
  readonly path: string;
  readonly line: number;
  readonly pattern: string;
  readonly flags: string;
}

/** Regular expressions of a file; those that are put together at run time cannot be analysed and count as `dynamic`. */
function readExpressions(path: string): { readonly literals: Expression[]; readonly dynamic: string[] } {
  const text = readFileSync(resolve(root, path), 'utf8');
  const { program, errors } = parseSync(path, text);
  expect(errors, path).toEqual([]);
  const literals: Expression[] = [];
  const dynamic: string[] = [];
  const lineOf = (start: number): number => text.slice(0, start).split('\n').length;
  new Visitor({
    Literal(node) {
      if ('regex' in node) literals.push({ path, line: lineOf(node.start), ...node.regex });
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') dynamic.push(path);
    },
  }).visit(program);
  return { literals, dynamic };
}

const found = sources.map(readExpressions);

test('V7: every regular expression of the server takes linear time', () => {
  const superLinear = found
    .flatMap(({ literals }) => literals)
    .filter(({ pattern, flags }) => !(`/${pattern}/${flags}` in bounded))
    .flatMap(({ path, line, pattern, flags }) =>
      analyse({ source: pattern, flags }).reports.map(
        ({ type, character }) =>
          `${path}:${line} /${pattern}/${flags}: ${type} over ${character.literal.source}`,
      ),
    );
  expect([...new Set(superLinear)]).toEqual([]);
});

test('regular expressions are put together in a few known files only', () => {
  expect(found.flatMap(({ dynamic }) => dynamic)).toEqual(Object.keys(assembled));
});

test('the exceptions are in use', () => {
  const used = found.flatMap(({ literals }) => literals.map(({ pattern, flags }) => `/${pattern}/${flags}`));
  expect(Object.keys(bounded).filter((expression) => !used.includes(expression))).toEqual([]);
});
