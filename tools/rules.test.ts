import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const folders = ['web', 'backend', 'server', 'shared', 'supabase', 'e2e', 'tools', 'bench'];

interface Source {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** What it imports: paths relative to the root, or package names. */
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
  /\.test\.tsx?$/.test(path) || path.startsWith('backend/testing/');

/** Lines `file → import` that break a rule; empty when it holds. */
function violations(from: RegExp, to: RegExp, except: (source: Source) => boolean = () => false): string[] {
  return sources
    .filter((source) => from.test(source.path) && !except(source))
    .flatMap(({ path, imports }) =>
      imports.filter((each) => to.test(each)).map((each) => `${path} → ${each}`),
    );
}

test('web and server meet only in shared', () => {
  expect(violations(/^web\//, /^(backend|server|supabase|tools)\//)).toEqual([]);
  expect(violations(/^(backend|server|supabase)\//, /^web\//)).toEqual([]);
  expect(violations(/^shared\//, /^(web|backend|server|supabase|tools)\/|^react|^node:|^hono|^pg$/, isTest)).toEqual(
    [],
  );
});

test('auth, rest, storage and functions never import each other', () => {
  for (const own of ['auth', 'rest', 'storage', 'functions']) {
    const others = ['auth', 'rest', 'storage', 'functions'].filter((each) => each !== own).join('|');
    expect(violations(new RegExp(`^backend/${own}/`), new RegExp(`^backend/(${others})/`), isTest)).toEqual([]);
  }
});

test('nothing imports the commands, and only tests import the test tools', () => {
  expect(violations(/^(web|backend|server|shared|supabase)\//, /^tools\//)).toEqual([]);
  expect(violations(/^(web|backend|server|shared|tools)\//, /^backend\/testing\//, isTest)).toEqual([]);
});

test('screens do not import each other, design parts know no data, data knows no screen', () => {
  for (const { path, imports } of sources) {
    const screen = /^web\/screens\/([^/]+)\//.exec(path)?.[1];
    if (!screen) continue;
    const foreign = imports.filter(
      (each) => each.startsWith('web/screens/') && !each.startsWith(`web/screens/${screen}/`),
    );
    expect(foreign, path).toEqual([]);
  }
  expect(
    violations(/^web\/ui\//, /^web\/(data|session|screens|panels|i18n|routes)|^wouter$|react-query/),
  ).toEqual([]);
  expect(violations(/^web\/data\//, /^web\/(ui|screens|panels|session)\//)).toEqual([]);
  expect(violations(/^web\/kiosk\//, /^web\/(ui|screens|panels|session)\//)).toEqual([]);
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

test('every file is reached from an entry point', () => {
  const entries =
    /^(web\/main\.tsx|web\/pwa\/serviceWorker\.ts|server\/main\.ts|tools\/(start|dev|test|build|admin|backup|restore|sql|gen|hosted)\.ts|backend\/testing\/global\.ts|(supabase|backend\/wire\/fixture)\/functions\/[^/]+\/index\.ts|backend\/wire\/foreign\/.*|e2e\/browser\/server\.ts|backend\/wire\/target\.ts|e2e\/long\/(supabase-cli|playwright\.config|hostile\/attacker)\.ts|bench\/.*)$|\.test\.tsx?$|\.spec\.ts$|\.d\.ts$/;
  const imported = new Set(sources.flatMap(({ imports }) => imports));
  const lonely = sources.filter(({ path }) => !entries.test(path) && !imported.has(path));
  expect(lonely.map(({ path }) => path)).toEqual([]);
});
