import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ended, freePort, runProgram, untilSaid, type Program } from '../testing/processes.ts';

const answerWith = (value: string): string => `Deno.serve(() => Response.json(${value}));`;

/** A project with a package of its own beside the functions. */
const files: Readonly<Record<string, string>> = {
  'node_modules/greeter/package.json':
    '{"name":"greeter","version":"1.4.2","type":"module","exports":{".":"./main.js","./loud":"./loud.js"}}',
  'node_modules/greeter/main.js': 'export const greet = (name) => `Hello ${name}`;',
  'node_modules/greeter/loud.js': 'export default (name) => `HELLO ${name}`;',
  'functions/direct/index.ts': `import 'jsr:@supabase/functions-js@2/edge-runtime.d.ts';
    import { greet } from 'npm:greeter@^1.2';
    import loud from 'npm:greeter@1/loud';
    import { readFile } from 'node:fs/promises';
    ${answerWith(`[greet('Ana'), loud('Ana'), typeof readFile]`)}`,
  'functions/mapped/deno.json': `{"imports":{"greeter":"npm:greeter@1","greeter/":"npm:/greeter@1/",
    "~/":"./lib/","name":"./lib/name.ts"}}`,
  'functions/mapped/index.ts': `import { greet } from 'greeter';
    import loud from 'greeter/loud';
    import { other } from '~/other.ts';
    import { name } from 'name';
    ${answerWith('[greet(name), loud(other)]')}`,
  'functions/mapped/lib/name.ts': `export const name: string = 'Berta';`,
  'functions/mapped/lib/other.ts': `export { name as other } from 'name';`,
  'functions/import_map.json': `{"imports":{"welcome":"npm:greeter"}}`,
  'functions/common/index.ts': `import { greet } from 'welcome'; ${answerWith(`greet('Celia')`)}`,
  'functions/named/index.ts': `import { word } from 'word'; ${answerWith('word')}`,
  'maps/named.json': `{"imports":{"word":"./word.ts"}}`,
  'maps/word.ts': `export const word = 'from the map';`,
  'functions/_shared/counter.ts': `let count = 0; export const next = (): number => (count += 1);`,
  'functions/one/index.ts': `import { next } from '../_shared/counter.ts'; ${answerWith('next()')}`,
  'functions/two/index.ts': `import { next } from '../_shared/counter.ts'; ${answerWith('next()')}`,
  'functions/esm/index.ts': `import x from 'https://esm.sh/greeter@1'; ${answerWith('x')}`,
  'functions/jsr/index.ts': `import x from 'jsr:@std/assert'; ${answerWith('x')}`,
  'functions/absent/index.ts': `import x from 'npm:no-such-package@3'; ${answerWith('x')}`,
  'functions/newer/index.ts': `import { greet } from 'npm:greeter@2.0.0'; ${answerWith('greet()')}`,
  'functions/comments/deno.jsonc': '{ // nothing\n }',
  'functions/comments/index.ts': answerWith('1'),
};

let folder: string;
let program: Program;
let origin: string;
/** A process of its own: the test runner resolves imports in its own way. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-imports-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const names = Object.keys(files).flatMap((path) => /^functions\/(\w+)\/index.ts$/.exec(path)?.[1] ?? []);
  const sections = names.map((name) => {
    const map = name === 'named' ? 'import_map = "./maps/named.json"\n' : '';
    return `[functions.${name}]\nverify_jwt = false\n${map}`;
  });
  await writeFile(join(folder, 'config.toml'), sections.join('\n'));
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  program = runProgram(process.execPath, ['server/main.ts'], {
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    SUPABASE_DIR: folder,
    LOG_LEVEL: 'error',
  });
  await untilSaid(program, 'is ready: ');
});
afterAll(async () => {
  program.process.kill('SIGTERM');
  await ended(program);
  await rm(folder, { recursive: true, force: true });
});

const ask = async (name: string): Promise<unknown> => (await fetch(`${origin}/functions/v1/${name}`)).json();

describe('a function imports', () => {
  test('npm: packages of node_modules and node: modules; declarations of types are nothing', async () => {
    expect(await ask('direct')).toEqual(['Hello Ana', 'HELLO Ana', 'function']);
  });

  test('by the deno.json beside it', async () => {
    expect(await ask('mapped')).toEqual(['Hello Berta', 'HELLO Berta']);
  });

  test('by the import map of all functions', async () => {
    expect(await ask('common')).toBe('Hello Celia');
  });

  test('by the import map that config.toml names', async () => {
    expect(await ask('named')).toBe('from the map');
  });

  test('shared code of its own: no other function sees its state', async () => {
    expect([await ask('one'), await ask('one'), await ask('two')]).toEqual([1, 2, 1]);
  });
});

describe('an import that cannot be had', () => {
  test.each([
    ['esm', '“https://esm.sh/greeter@1”'],
    ['jsr', '“jsr:@std/assert”'],
    ['absent', '“npm:no-such-package@3”, which is not installed'],
    ['newer', '“npm:greeter@2.0.0”, but version 1.4.2 of greeter is installed'],
    ['comments', 'deno.jsonc is not JSON'],
  ])('is named in the log, and stops no other function: %s', async (name, text) => {
    expect(await ask(name)).toMatchObject({ code: 'BOOT_ERROR' });
    const line = program
      .output()
      .split('\n')
      .find((each) => each.includes(`"function":"${name}"`));
    expect(line).toContain(text);
  });
});
