import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { order } from './folder-order.ts';

const root = resolve(import.meta.dirname, '..');
const folders = ['web', 'backend', 'server', 'shared', 'supabase', 'e2e', 'tools', 'bench'];

interface Source {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Its imports: paths relative to the root, or package names. */
  readonly imports: readonly string[];
}

async function readSources(): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile() && /\.tsx?$/.test(each.name))) {
      const absolute = join(entry.parentPath, entry.name);
      const text = await readFile(absolute, 'utf8');
      const found = text.matchAll(/(?:from|import\()\s*'([^']+)'/g);
      const imports = [...found].map(([, target = '']) =>
        target.startsWith('.')
          ? relative(root, resolve(dirname(absolute), target)).replaceAll('\\', '/')
          : target,
      );
      sources.push({ path: relative(root, absolute).replaceAll('\\', '/'), text, imports });
    }
  }
  return sources;
}

const sources = await readSources();
const isTest = ({ path }: Source): boolean =>
  /\.test\.tsx?$|^(backend\/(testing|wire)|(server|shared|web)\/testing)\//.test(path);

/** Lines `file → import` that break a rule; empty when it holds. */
function violations(from: RegExp, to: RegExp, except: (source: Source) => boolean = () => false): string[] {
  return sources
    .filter((source) => from.test(source.path) && !except(source))
    .flatMap(({ path, imports }) =>
      imports.filter((each) => to.test(each)).map((each) => `${path} → ${each}`),
    );
}

/** The longest entry of the list that is the file or holds it; undefined for what the order does not bind. */
function folderOf(path: string): string | undefined {
  const holding = order.flat().filter((folder) => path === folder || path.startsWith(`${folder}/`));
  return holding.sort((a, b) => b.length - a.length)[0];
}

const place = (folder: string): number => order.findIndex((siblings) => siblings.includes(folder));

test('imports point up the order of the folders', () => {
  const found: string[] = [];
  for (const source of sources.filter((each) => !isTest(each))) {
    const from = folderOf(source.path);
    for (const target of source.imports.filter((each) => !each.endsWith('.json'))) {
      const to = folderOf(target);
      if (from && to && from !== to && place(to) >= place(from)) found.push(`${source.path} → ${target}`);
    }
  }
  expect(found).toEqual([]);
});

/** The groups of files that import each other in a circle, type imports included (Tarjan's algorithm). */
function findCircles(): readonly (readonly string[])[] {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]));
  /** The order of the visits, and the earliest file on the stack that a file reaches. */
  const [visited, earliest] = [new Map<string, number>(), new Map<string, number>()];
  const stack: string[] = [];
  const circles: (readonly string[])[] = [];
  const visit = (path: string): number => {
    const index = visited.size;
    visited.set(path, index);
    earliest.set(path, index);
    stack.push(path);
    for (const target of importsOf.get(path) ?? []) {
      if (!importsOf.has(target)) continue;
      const reached = visited.has(target) ? (earliest.get(target) ?? Infinity) : visit(target);
      earliest.set(path, Math.min(earliest.get(path)!, reached));
    }
    const reach = earliest.get(path)!;
    if (reach < index) return reach;
    const circle = stack.splice(stack.indexOf(path));
    for (const each of circle) earliest.delete(each);
    if (circle.length > 1) circles.push(circle.sort());
    return Infinity;
  };
  for (const path of importsOf.keys()) if (!visited.has(path)) visit(path);
  return circles;
}

test('an endpoint of auth reads from its exported function on', () => {
  const endpoints = sources.filter(
    (each) => each.path.startsWith('backend/auth/endpoints/') && !isTest(each),
  );
  const late = endpoints.filter(({ text }) => {
    const functions = text.matchAll(/^(export )?(?:async )?function /gm);
    return !/^E+-*$/.test(Array.from(functions, ([, exported]) => (exported ? 'E' : '-')).join(''));
  });
  expect(late.map(({ path }) => path)).toEqual([]);
});

test('only endpoints of auth take the whole request, helpers name what they need', () => {
  const composition = ['backend/auth/request.ts', 'backend/auth/services.ts'];
  const takers = sources.filter((source) => {
    const { path, text } = source;
    const isEndpoint = path.startsWith('backend/auth/endpoints/');
    const helpers = isEndpoint ? text.replace(/^export async function \w+\([^)]*\)/gm, '') : text;
    return path.startsWith('backend/auth/') && !isTest(source) && /: (AuthRequest|Auth)\b/.test(helpers);
  });
  expect(takers.map(({ path }) => path).sort()).toEqual(composition);
});

test('no other service of the backend imports from auth', () => {
  expect(violations(/^backend\/(rest|storage|realtime|functions)\//, /^backend\/auth\//, isTest)).toEqual([]);
});

test('no files import each other in a circle, not even types', () => {
  expect(findCircles()).toEqual([]);
});

test('web, backend and product meet only where they may', () => {
  expect(violations(/^web\//, /^(backend|server|supabase|tools)\//)).toEqual([]);
  expect(violations(/^(backend|supabase)\//, /^(web|server|shared|tools)\//, isTest)).toEqual([]);
  expect(violations(/^server\//, /^(web|supabase|tools)\//, isTest)).toEqual([]);
  expect(violations(/^server\//, /^backend\/(?!(index|http\/security)\.ts$)/, isTest)).toEqual([]);
  expect(violations(/^shared\//, /^(?!\.|shared\/)/, isTest)).toEqual([]);
});

test('calls to the backend import nothing of the app but its helpers', () => {
  expect(violations(/^web\/data\//, /^web\/(?!(data|util)\/)/, isTest)).toEqual([]);
});

test('the parts of the panel import none of its sections, and its registry imports no part', () => {
  expect(violations(/^web\/admin\/parts\//, /^web\/admin\/(?!(parts|registry)\/)/, isTest)).toEqual([]);
  expect(violations(/^web\/admin\/registry\//, /^web\/admin\/(?!registry\/)/, isTest)).toEqual([]);
});

test('nothing imports the commands, and only tests import the test tools', () => {
  expect(violations(/^(web|backend|server|shared|supabase)\//, /^tools\//)).toEqual([]);
  const tests = (source: Source) => isTest(source) || source.path === 'tools/test.ts';
  expect(
    violations(/^(web|backend|server|shared|tools)\//, /^(backend|server|web)\/testing\//, tests),
  ).toEqual([]);
});

test('the environment is read in one file', () => {
  const readers = sources.filter(
    ({ path, text }) => /^(backend|server|shared|web|supabase)\//.test(path) && /process\.env/.test(text),
  );
  expect(readers.filter((source) => !isTest(source)).map(({ path }) => path)).toEqual([
    'backend/config/env.ts',
  ]);
});

test('there is no `any`, no silenced type error, no skipped or lonely test', () => {
  const forbidden =
    /:\s*any\b|<any>|\bas any\b|@ts-(ignore|nocheck)|\b(test|it|describe)\.(skip|only|todo)\b/;
  const found = sources.filter(({ path, text }) => path !== 'tools/rules.test.ts' && forbidden.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('files stay small: none over 500 lines, nine in ten at most 250, half of them at most 80', () => {
  const counted = sources.filter((source) => !isTest(source) && source.path !== 'shared/database.types.ts');
  const lengths = counted.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
  expect(lengths.filter(({ lines }) => lines > 500)).toEqual([]);
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(80);
  expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(250);
});

test('folders stay small: at most 25 source files in each, beside their tests', () => {
  // A language is a table of texts, one file for each area; the journeys are tests with their steps.
  const counted = sources.filter(
    ({ path }) => !/\.(test|spec)\.tsx?$|\.d\.ts$|^(web\/i18n|e2e\/browser)\//.test(path),
  );
  const sizes = Object.groupBy(counted, ({ path }) => dirname(path));
  expect(Object.keys(sizes).filter((folder) => sizes[folder]!.length > 25)).toEqual([]);
});

test('every file is reached from an entry point', () => {
  const entries =
    /^(web\/main\.tsx|web\/ui\/createIcon\.ts|web\/offline\/serviceWorker\.ts|server\/main\.ts|backend\/cli\.ts|tools\/(demo|dev|words|test|build|admin|backup|restore|sql|gen|hosted|secrets|import|export)\.ts|tools\/vite\/.*|web\/i18n\/\w+\/(\w+\/)?\w+\.ts|(backend\/testing\/global(-s3)?|web\/testing\/setup)\.ts|(supabase|backend\/(testing\/project|wire\/fixture))\/functions\/[^/]+\/index\.ts|backend\/wire\/foreign\/.*|e2e\/browser\/server\.ts|backend\/wire\/target\.ts|e2e\/long\/(supabase-cli|playwright\.config|hostile\/attacker|clock\/probe)\.ts|(backend\/)?bench\/run\.ts|backend\/bench\/(machine\/probe|(requests|websockets)\/least)\.ts)$|\.test\.tsx?$|\.spec\.ts$|\.d\.ts$/;
  const imported = new Set(sources.flatMap(({ imports }) => imports));
  const lonely = sources.filter(({ path }) => !entries.test(path) && !imported.has(path));
  expect(lonely.map(({ path }) => path)).toEqual([]);
});
