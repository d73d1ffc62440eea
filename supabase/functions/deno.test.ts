import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { serve, type ServerType } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { functionEnvironment } from '../../server/functions/environment.ts';
import { startTestApp, type TestApp } from '../../server/testing/app.ts';
import { goodPassword, signIn, signUp } from '../../server/testing/auth.ts';

/*
 * The functions are written for the hosted runtime, which is Deno. Each runs here as it is, in Deno itself against
 * our server on a port, and in our server: both must do the same.
 */

let server: TestApp;
let listener: ServerType;
let folder: string;
const children: ChildProcess[] = [];
/** Where Deno serves each function. */
const denoAddresses: Record<string, string> = {};

/** The executable in the package of this platform; it works where install scripts are switched off, too. */
function denoExecutable(): string {
  const { platform, arch } = process;
  const name = `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`;
  const wrapper = createRequire(import.meta.url).resolve('deno/package.json');
  const folderOfPlatform = dirname(createRequire(wrapper).resolve(`${name}/package.json`));
  return join(folderOfPlatform, platform === 'win32' ? 'deno.exe' : 'deno');
}

/** Starts a function's `index.ts`, which may use the network and its environment and nothing else. */
async function startDeno(name: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const permissions = ['--no-prompt', '--allow-env', '--allow-net', '--no-config', '--no-remote', '--no-npm'];
  const child = spawn(
    denoExecutable(),
    ['run', ...permissions, join(import.meta.dirname, name, 'index.ts')],
    {
      env: {
        ...environment,
        DENO_DIR: folder,
        DENO_NO_PACKAGE_JSON: '1',
        DENO_NO_UPDATE_CHECK: '1',
        DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
        NO_COLOR: '1',
      },
    },
  );
  children.push(child);
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const address = /Listening on (http:\/\/[\d.]+:\d+)\//.exec(said)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Deno ended: ${said}`)));
  });
}

beforeAll(async () => {
  server = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'transfer-deno-'));
  await new Promise<void>((ready) => {
    listener = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' }, () => ready());
  });
  const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const environment = functionEnvironment({ ...server.context.config, publicUrl: address });
  for (const name of ['admin-users', 'my-data']) denoAddresses[name] = await startDeno(name, environment);
});
afterAll(async () => {
  for (const child of children) if (child.exitCode === null && child.kill()) await once(child, 'exit');
  await new Promise((closed) => listener.close(closed));
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const runtimes = {
  'our server': async (path: string, init: RequestInit) => server.request(`/functions/v1${path}`, init),
  Deno: async (path: string, init: RequestInit) =>
    fetch(`${denoAddresses[/[\w-]+/.exec(path)?.[0] ?? '']}${path}`, init),
} as const;

describe.each(Object.keys(runtimes) as (keyof typeof runtimes)[])('admin-users in %s', (runtime) => {
  async function send(who: 'carla' | 'diego' | undefined, method: string, path = '', body?: object) {
    const response = await runtimes[runtime](`/admin-users${path}`, {
      method,
      headers: who ? { authorization: `Bearer ${server.as(who).token}` } : {},
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  }

  test('lists the accounts for administrators, for nobody else', async () => {
    const { status, body } = await send('carla', 'GET', '?search=diego&per_page=5');
    expect(status).toBe(200);
    const driver = { id: server.as('diego').driverId, name: 'diego', license_plate: 'DDDD11' };
    expect(body).toMatchObject({ total: 1, users: [{ email: 'diego@example.com', role: 'driver', driver }] });
    expect(await send('diego', 'GET')).toMatchObject({ status: 403, body: { code: 'not_admin' } });
    expect((await send(undefined, 'GET')).status).toBe(401);
    expect((await send(undefined, 'OPTIONS')).status).toBe(204);
  });

  test('makes, changes and deletes an account', async () => {
    const account = { email: `${randomUUID()}@example.com`, password: 'cobre nieve 51 pacífico' };
    const made = await send('carla', 'POST', '', account);
    expect(made).toMatchObject({ status: 201, body: { email: account.email, role: 'driver', driver: null } });
    const path = `/${(made.body as { id: string }).id}`;
    const driverId = server.as('elena').driverId;
    expect(await send('carla', 'PATCH', path, { role: 'admin', driver_id: driverId })).toMatchObject({
      status: 200,
      body: { role: 'admin', driver: { id: driverId } },
    });
    expect(await send('carla', 'DELETE', path)).toEqual({ status: 204, body: null });
    expect(await send('carla', 'DELETE', path)).toMatchObject({ body: { code: 'user_not_found' } });
  });

  test('refuses with the same codes', async () => {
    const email = 'diego@example.com';
    const own = `/${server.as('carla').userId}`;
    const refusals = [
      [await send('carla', 'POST', '', { email, password: 'short' }), 422, 'weak_password'],
      [await send('carla', 'POST', '', { email, password: 'cobre nieve 51' }), 422, 'email_exists'],
      [await send('carla', 'POST', '', { email }), 400, 'validation_failed'],
      [await send('carla', 'PATCH', own, { role: 'driver' }), 409, 'self_demote'],
      [await send('carla', 'DELETE', own), 409, 'self_delete'],
      [await send('carla', 'PUT'), 405, 'method_not_allowed'],
      [await send('carla', 'GET', '/a/b'), 404, 'not_found'],
    ] as const;
    for (const [answer, status, code] of refusals) expect(answer).toMatchObject({ status, body: { code } });
  });
});

describe.each(Object.keys(runtimes) as (keyof typeof runtimes)[])('my-data in %s', (runtime) => {
  test('deletes the account of whoever knows its password, and nobody else’s', async () => {
    const { user, access_token: token } = await signUp(server);
    const remove = (headers: Record<string, string>, password: string) =>
      runtimes[runtime]('/my-data', { method: 'DELETE', headers, body: JSON.stringify({ password }) });
    const authorization = `Bearer ${token}`;
    const wrong = await remove({ authorization }, 'not the password');
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'current_password_invalid' }]);
    expect((await remove({}, goodPassword)).status).toBe(401);
    expect((await remove({ authorization }, goodPassword)).status).toBe(204);
    expect((await signIn(server, user.email!)).status).toBe(400);
  });
});
