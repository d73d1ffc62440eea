import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { clubFolder } from '../testing/club.ts';

const says = (word: string): string => `Deno.serve(() => Response.json(${word}));`;
const files: Readonly<Record<string, string>> = {
  'supabase/functions/on/index.ts': says(`'on'`),
  'supabase/functions/off/index.ts': says(`'off'`),
  'supabase/functions/off-elsewhere/main.ts': says(`'off'`),
  'supabase/functions/named/main.ts': says(`'by its entrypoint'`),
  'supabase/functions/both/index.ts': says(`'index'`),
  'supabase/functions/both/other.ts': says(`'other'`),
  'apps/hello.ts': says(`'beside supabase'`),
  'supabase/functions/variables/index.ts': says('Deno.env.toObject()'),
  'supabase/functions/.env': 'FROM_FILE=file\nBOTH=file\nSUPABASE_URL=http://elsewhere.invalid\n',
};
const config = `
[edge_runtime.secrets]
from_secrets = "secret"
both = "secret"
unset = "env(NOBODY_SET_THIS)"

[functions.variables]
verify_jwt = false
env = { ITS_OWN = "own", BOTH = "own" }

[functions.on]
enabled = true
verify_jwt = false

[functions.off]
enabled = false
verify_jwt = false

[functions.off-elsewhere]
enabled = false
entrypoint = "./functions/off-elsewhere/main.ts"

[functions.named]
verify_jwt = false
entrypoint = "./functions/named/main.ts"

[functions.both]
verify_jwt = false
entrypoint = "functions/both/other.ts"

[functions.beside]
verify_jwt = false
entrypoint = "../apps/hello.ts"

[functions.outside]
verify_jwt = false
entrypoint = "../../outside.ts"

[functions.absolute]
verify_jwt = false
entrypoint = "/etc/hostname"

[functions.gone]
verify_jwt = false
entrypoint = "./functions/gone/index.ts"
`;

let folder: string;
let supabaseDir: string;
let server: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-sources-'));
  supabaseDir = join(folder, 'project', 'supabase');
  await cp(join(clubFolder, 'migrations'), join(supabaseDir, 'migrations'), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'project', path)), { recursive: true });
    await writeFile(join(folder, 'project', path), text);
  }
  await writeFile(join(folder, 'outside.ts'), says(`'outside'`));
  await writeFile(join(supabaseDir, 'config.toml'), config);
  server = await startTestApp({ environment: { SUPABASE_DIR: supabaseDir } });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function call(name: string, app = server) {
  const response = await app.request(`/functions/v1/${name}`);
  return { status: response.status, body: await response.json() };
}

describe('a function that is switched off', () => {
  test.each(['off', 'off/', 'off/below', 'o%66f', 'OFF', '/off', 'off-elsewhere'])(
    '“%s” answers as one that is not there',
    async (name) => {
      expect(await call(name)).toEqual(await call('no-such-function'));
      expect((await call(name)).status).toBe(404);
    },
  );

  test('with the secret key, too; its neighbour answers', async () => {
    const { secret } = server.context.config.keys;
    const init = { headers: { authorization: `Bearer ${secret}`, apikey: secret } };
    expect((await server.request('/functions/v1/off', init)).status).toBe(404);
    expect(await call('on')).toEqual({ status: 200, body: 'on' });
  });

  test('all of them are, without the runtime', async () => {
    await writeFile(join(supabaseDir, 'config.toml'), `${config}\n[edge_runtime]\nenabled = false\n`);
    await using without = await startTestApp({ environment: { SUPABASE_DIR: supabaseDir } });
    expect((await call('on', without)).status).toBe(404);
  });
});

describe('entrypoint', () => {
  test.each([
    ['named', 'by its entrypoint'],
    ['both', 'other'],
    ['beside', 'beside supabase'],
  ])('of “%s” is read from the folder of config.toml', async (name, body) => {
    expect(await call(name)).toEqual({ status: 200, body });
  });

  test.each(['outside', 'absolute', 'gone'])(
    '“%s” does not start, and tells nothing of the machine',
    async (name) => {
      const message = 'Function failed to start (please check logs)';
      expect(await call(name)).toEqual({ status: 503, body: { code: 'BOOT_ERROR', message } });
    },
  );
});

test('a function has the variables of the project and its own, and the server’s win', async () => {
  const { body } = await call('variables');
  expect(body).toMatchObject({
    FROM_FILE: 'file',
    FROM_SECRETS: 'secret',
    ITS_OWN: 'own',
    BOTH: 'own',
    SUPABASE_URL: server.context.config.publicUrl,
  });
  expect(body).not.toHaveProperty('UNSET');
  const { keys } = JSON.parse((body as Record<string, string>)['SUPABASE_JWKS']!) as { keys: object[] };
  expect(keys.map((key) => Object.keys(key).sort())).toEqual([
    ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'],
  ]);
});
