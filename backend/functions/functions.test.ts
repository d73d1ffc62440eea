import { createServer } from 'node:http';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { clubFolder } from '../testing/club.ts';

/** Written as for the hosted runtime. `echo` has a second module; `open` is open to everybody by config.toml. */
const sources: Readonly<Record<string, string>> = {
  'echo/index.ts': `import { describe } from './describe.ts';
    const loadedWith: string | undefined = Deno.env.get('SUPABASE_URL');
    Deno.serve(async (request: Request) => describe(request, loadedWith));`,
  'echo/describe.ts': `export async function describe(request: Request, loadedWith: string | undefined) {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      const { method } = request;
      const headers = { 'x-method': method, 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };
      const value = { method, pathname, search, body, loadedWith, environment: Deno.env.toObject(),
        missing: Deno.env.get('HOME') ?? null, authorization: request.headers.get('authorization') };
      return Response.json(value, { status: 201, headers });
    }`,
  'open/index.ts': `Deno.serve({ port: 1 }, (request) =>
    request.method === 'OPTIONS' ? new Response('asked') : new Response('open'));`,
  'stream/index.ts': `Deno.serve(() => {
      let count = 0;
      const body = new ReadableStream({
        async pull(controller) {
          count += 1;
          controller.enqueue(new TextEncoder().encode(count + ' '));
          if (count === 3) await new Promise(() => {});
        },
      });
      const response = new Response(body);
      response.headers.append('set-cookie', 'a=1');
      response.headers.append('set-cookie', 'b=2');
      return response;
    });`,
  'caller/index.ts': `Deno.serve(async (request) => {
      const target = new URL(request.url).searchParams.get('target');
      const own = await fetch(Deno.env.get('SUPABASE_URL') + '/health');
      const ownFunction = await fetch(Deno.env.get('SUPABASE_URL') + '/functions/v1/open');
      const outside = target ? await (await fetch(target)).text() : null;
      return Response.json({ own: await own.json(), ownFunction: await ownFunction.text(), outside });
    });`,
  'throws/index.ts': `Deno.serve(() => { throw new Error('the password is 1234'); });`,
  'rejects/index.ts': `Deno.serve(async () => { throw new Error('the password is 1234'); });`,
  'disconnected/index.ts': `Deno.serve(() => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect', code: 'ECONNREFUSED' });
    });`,
  'nothing/index.ts': `Deno.serve(() => 'text');`,
  'broken/index.ts': `throw new Error('cannot be loaded');`,
  'silent/index.ts': `export {};`,
  '_shared/index.ts': `Deno.serve(() => new Response('shared'));`,
  'empty/readme.md': 'nothing to serve',
};
const openFunctions = [
  'open',
  'stream',
  'throws',
  'rejects',
  'disconnected',
  'nothing',
  'broken',
  'silent',
  'caller',
];

let folder: string;
let server: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-functions-'));
  await cp(join(clubFolder, 'migrations'), join(folder, 'migrations'), { recursive: true });
  const config = openFunctions.map((name) => `[functions.${name}]\nverify_jwt = false\n`).join('\n');
  await writeFile(join(folder, 'config.toml'), config);
  for (const [path, source] of Object.entries(sources)) {
    const file = join(folder, 'functions', path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, source);
  }
  server = await startTestApp({ environment: { SUPABASE_DIR: folder, PUBLIC_URL: 'http://club.invalid' } });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const call = (path: string, init?: RequestInit) => server.request(`/functions/v1/${path}`, init);

describe('a function', () => {
  test('gets the original request, and the client gets the original response', async () => {
    const response = await server.as('diego').request('/functions/v1/echo/deep/er?a=1&b=%20', {
      method: 'PATCH',
      body: '{"ñ":1}',
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-method')).toBe('PATCH');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({
      method: 'PATCH',
      pathname: '/echo/deep/er',
      search: '?a=1&b=%20',
      body: '{"ñ":1}',
      authorization: `Bearer ${server.as('diego').token}`,
      missing: null,
    });
  });

  test('knows the address and the keys of the installation, and nothing else', async () => {
    const { publicUrl, keys } = server.context.config;
    const response = await server.as('diego').request('/functions/v1/echo');
    expect(await response.json()).toMatchObject({
      loadedWith: publicUrl,
      environment: {
        SUPABASE_URL: publicUrl,
        SUPABASE_ANON_KEY: keys.publishable,
        SUPABASE_SERVICE_ROLE_KEY: keys.secret,
        SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
      },
    });
  });

  test('reaches its own installation without a port, and others by the network', async () => {
    const other = createServer((_, answer) => answer.end('from outside'));
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
    const target = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    const response = await call(`caller?target=${encodeURIComponent(target)}`);
    expect(await response.json()).toEqual({
      own: { status: 'ok' },
      ownFunction: 'open',
      outside: 'from outside',
    });
    other.close();
    await expect(fetch(`${server.context.config.publicUrl}/health`)).rejects.toThrow();
  });

  test('streams: the client gets each part before the function ends', async () => {
    const response = await call('stream');
    const reader = response.body!.getReader();
    let text = '';
    while (!text.includes('2')) text += new TextDecoder().decode((await reader.read()).value);
    expect(text.startsWith('1 2')).toBe(true);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    await reader.cancel();
  });

  test('of another server in this process has that server’s keys', async () => {
    await using second = await startTestApp({ environment: { SUPABASE_DIR: folder } });
    const keyOf = async (app: TestApp) => {
      const body = await (await app.as('diego').request('/functions/v1/echo')).json();
      return (body as { environment: Record<string, string> }).environment['SUPABASE_SECRET_KEY'];
    };
    expect(await keyOf(second)).toBe(second.context.config.keys.secret);
    expect(await keyOf(server)).toBe(server.context.config.keys.secret);
  });
});

describe('callers', () => {
  test('nobody without a valid token', async () => {
    const missing = await call('echo');
    expect(missing.status).toBe(401);
    expect(await missing.json()).toEqual({ code: 401, message: 'Missing authorization header' });
    for (const bearer of ['nonsense', 'a.b.c', `${server.as('diego').token}x`]) {
      const response = await call('echo', { headers: { authorization: `Bearer ${bearer}` } });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ code: 401, message: 'Invalid JWT' });
    }
  });

  test('nobody whose session has ended', async () => {
    await using own = await startTestApp({ environment: { SUPABASE_DIR: folder } });
    const elena = own.as('elena');
    await own.context.db.query('delete from auth.sessions where id = $1', [elena.sessionId]);
    expect((await elena.request('/functions/v1/echo')).status).toBe(401);
  });

  test('holders of a key', async () => {
    for (const key of [server.context.config.keys.publishable, server.context.config.keys.secret])
      expect((await call('echo', { headers: { authorization: `Bearer ${key}` } })).status).toBe(201);
  });

  test('everybody, where config.toml says so', async () => {
    expect(await (await call('open')).text()).toBe('open');
  });

  test('preflights pass, and the server alone says which pages may read the response', async () => {
    expect((await call('echo', { method: 'OPTIONS' })).status).toBe(201);
    const origin = 'https://evil.example';
    const headers = { origin, authorization: `Bearer ${server.as('diego').token}` };
    const response = await call('echo', { headers });
    expect(response.status).toBe(201);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('failures', () => {
  test.each(['unknown', '', 'empty', '_shared', '..%2fsecrets', 'constructor', '%ff'])(
    '“%s” is not a function',
    async (name) => {
      const response = await call(name);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  test.each(['throws', 'rejects', 'disconnected', 'nothing'])(
    'of “%s” come without details',
    async (name) => {
      const response = await call(name);
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({ code: 500, message: 'The function failed.' });
    },
  );

  test.each(['broken', 'silent'])('a function that cannot be loaded (%s) stops no other', async (name) => {
    const response = await call(name);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'BOOT_ERROR' });
  });

  test('a body above 1 MiB is an error', async () => {
    const response = await call('open', { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) });
    expect(response.status).toBe(413);
    expect((await call('open', { method: 'POST', body: 'x'.repeat(1024 * 1024) })).status).toBe(200);
  });
});
