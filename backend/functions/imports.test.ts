import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ended, freePort, runProgram, untilSaid, type Program } from '../testing/processes.ts';

const answerWith = (value: string): string => `Deno.serve(() => Response.json(${value}));`;

/** Beside every function that the CLI makes. */
const denoJson = `{
  "imports": {
    "@supabase/functions-js": "jsr:@supabase/functions-js@^2",
    "@supabase/server": "npm:@supabase/server@^1"
  }
}`;

/** A project with packages of its own beside the functions. */
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
  'functions/esm/index.ts': `import { serve } from 'https://deno.land/std@0.168.0/http/server.ts';
    import { greet } from 'https://esm.sh/greeter@1.4?target=deno';
    import loud from 'https://esm.sh/greeter@1/loud';
    serve(async (request: Request) => Response.json([greet(await request.text()), loud('Ana')]), { port: 8000 });`,
  'functions/esm-newer/index.ts': `import x from 'https://esm.sh/greeter@2'; ${answerWith('x')}`,
  'functions/esm-absent/index.ts': `import x from 'https://esm.sh/@no/such@3'; ${answerWith('x')}`,
  'functions/unversioned/index.ts': `import { serve } from 'https://deno.land/std/http/server.ts';
    serve(() => new Response('"served"'));`,
  'functions/network/index.ts': `import x from 'https://deno.land/std@0.168.0/path/mod.ts'; ${answerWith('x')}`,
  'node_modules/@supabase/server/package.json':
    '{"name":"@supabase/server","version":"1.8.1","type":"module","exports":"./main.js"}',
  'node_modules/@supabase/server/main.js': `export const withSupabase = ({ auth }, handler) => (request) =>
    handler(request, { authMode: auth, userClaims: { email: 'ana@example.com' } });`,
  // As `supabase functions new\` lays a function out for each of its three kinds of callers.
  'functions/for-all/deno.json': denoJson,
  'functions/for-all/index.ts': `import "@supabase/functions-js/edge-runtime.d.ts";
    import { withSupabase } from "@supabase/server";
    console.log("Loaded.");
    export default {
      fetch: withSupabase({ auth: "none" }, async (req, ctx) => {
        const { name } = await req.json();
        return Response.json({ message: \`Hello \${name}!\` });
      }),
    };`,
  'functions/for-keys/deno.json': denoJson,
  'functions/for-keys/index.ts': `import "@supabase/functions-js/edge-runtime.d.ts";
    import { withSupabase } from "@supabase/server";
    export default {
      fetch: withSupabase({ auth: ["publishable", "secret"] }, async (_req, ctx) => Response.json(ctx.authMode)),
    };`,
  'functions/for-users/deno.json': denoJson,
  'functions/for-users/index.ts': `import "@supabase/functions-js/edge-runtime.d.ts"
    import { withSupabase } from "@supabase/server"
    export default {
      fetch: withSupabase({ auth: "user" }, async (_req, ctx) => Response.json(ctx.userClaims?.email)),
    }`,
  'functions/method/index.ts': `export default {
      word: 'this',
      async fetch(request: Request): Promise<Response> {
        return Response.json([this.word, new URL(request.url).searchParams.get('a')]);
      },
    };`,
  'functions/sub-paths/deno.json': `{"imports":{"greeter":"npm:greeter@^1","greeter/loud":"./quiet.ts",
    "greet":"npm:greeter","@scope/types":"jsr:@scope/types@^2"}}`,
  'functions/sub-paths/quiet.ts': `export default (name: string): string => \`hello \${name}\`;`,
  'functions/sub-paths/index.ts': `import '@scope/types/deep/types.d.ts';
    import loud from 'greet/loud';
    import quiet from 'greeter/loud';
    import { greet } from 'greeter';
    ${answerWith(`[greet('Ana'), loud('Ana'), quiet('Ana')]`)}`,
  'functions/from-jsr/index.ts': `import { greet } from 'jsr:greeter@1'; ${answerWith(`greet('Dora')`)}`,
  'functions/template.html': '<p>Hello</p>',
  'functions/files/page.txt': 'a page',
  'functions/files/index.ts': `const template = await Deno.readTextFile(new URL('../template.html', import.meta.url));
    Deno.serve(async () => Response.json([template, await Deno.readTextFile('./page.txt'),
      (await Deno.readFile('page.txt')).length]));`,
  'functions/types/index.ts': `import type { Greeting } from 'npm:no-such-package@3';
    import type Other from 'jsr:@no/such';
    import { type Third } from 'https://example.com/third.d.ts';
    const greeting: Greeting | Other | Third = 'types';
    ${answerWith('greeting')}`,
  'elsewhere/deno.json': '{"imports":{"word":"./word.ts"}}',
  'elsewhere/word.ts': `export const word = 'beside the module';`,
  'elsewhere/main.ts': `import { word } from 'word'; ${answerWith('word')}`,
  'functions/not-there/deno.json': '{"imports":{"@supabase/other":"npm:@supabase/other@^1"}}',
  'functions/not-there/index.ts': `import { x } from '@supabase/other/deep'; export default { fetch: () => Response.json(x) };`,
  'functions/neither/index.ts': `export default { get: () => new Response() };`,
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
  const names = Object.keys(files).flatMap((path) => /^functions\/([\w-]+)\/index.ts$/.exec(path)?.[1] ?? []);
  const sections = names.map((name) => {
    const map = name === 'named' ? 'import_map = "./maps/named.json"\n' : '';
    return `[functions.${name}]\nverify_jwt = false\n${map}`;
  });
  sections.push('[functions.moved]\nverify_jwt = false\nentrypoint = "./elsewhere/main.ts"\n');
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

  test('by the deno.json beside the module that config.toml names', async () => {
    expect(await ask('moved')).toBe('beside the module');
  });

  test('by the import map that config.toml names', async () => {
    expect(await ask('named')).toBe('from the map');
  });

  test('shared code of its own: no other function sees its state', async () => {
    expect([await ask('one'), await ask('one'), await ask('two')]).toEqual([1, 2, 1]);
  });
});

describe('the templates of `supabase functions new`', () => {
  test('load: types of an entry of the import map, and handlers that are exported', async () => {
    const init = { method: 'POST', body: '{"name":"Functions"}' };
    const answer = await fetch(`${origin}/functions/v1/for-all`, init);
    expect(await answer.json()).toEqual({ message: 'Hello Functions!' });
    expect(await ask('for-keys')).toEqual(['publishable', 'secret']);
    expect(await ask('for-users')).toBe('ana@example.com');
  });

  test('types of packages that are not installed', async () => {
    expect(await ask('types')).toBe('types');
  });

  test('a handler that is a method of what is exported', async () => {
    expect(await ask('method?a=b')).toEqual(['this', 'b']);
  });

  test('an entry of a package stands for its sub-paths, unless they have an entry', async () => {
    expect(await ask('sub-paths')).toEqual(['Hello Ana', 'HELLO Ana', 'hello Ana']);
  });

  test('jsr: packages that are installed, and files beside the function', async () => {
    expect(await ask('from-jsr')).toBe('Hello Dora');
    expect(await ask('files')).toEqual(['<p>Hello</p>', 'a page', 6]);
  });

  test.each([
    ['not-there', 'Run npm install "@supabase/other@^1" in the project’s folder'],
    ['absent', 'Run npm install "no-such-package@3" in the project’s folder'],
    ['esm-absent', 'Run npm install "@no/such@3" in the project’s folder'],
    ['jsr', 'Run npx jsr add "@std/assert" in the project’s folder'],
  ])('a package that is not installed: the response of %s names the command', async (name, command) => {
    const response = await fetch(`${origin}/functions/v1/${name}`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ code: 'BOOT_ERROR', message: expect.stringContaining(command) });
  });

  test('a default export without fetch is no function, and the response tells no more', async () => {
    const message = 'Function failed to start (please check logs)';
    expect(await ask('neither')).toEqual({ code: 'BOOT_ERROR', message });
  });
});

describe('earlier templates', () => {
  test('load: serve of the standard library, packages of npm by esm.sh', async () => {
    const answer = await fetch(`${origin}/functions/v1/esm`, { method: 'POST', body: 'Berta' });
    expect(await answer.json()).toEqual(['Hello Berta', 'HELLO Ana']);
    expect(await ask('unversioned')).toBe('served');
  });
});

describe('an import that cannot be had', () => {
  test.each([
    ['network', '“https://deno.land/std@0.168.0/path/mod.ts”'],
    ['esm-newer', 'but version 1.4.2 of greeter is installed'],
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
