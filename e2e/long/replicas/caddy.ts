import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../../../backend/testing/processes.ts';
import { installPackages } from '../debian.ts';

/** The configuration that is delivered. */
const configuration = resolve(import.meta.dirname, '../../../deploy/caddy/Caddyfile');

/** Caddy as `deploy/caddy/Caddyfile` configures it, with a certificate of its own making. */
export interface Caddy extends AsyncDisposable {
  /** Its address; the certificate is of nobody known. */
  readonly url: string;
  /** @returns the status of the response, 0 without one */
  get(path: string): Promise<number>;
}

/** Starts the proxy in front of a server of this machine. */
export async function startCaddy(server: string): Promise<Caddy> {
  installPackages('caddy');
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-caddy-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const text = (await readFile(configuration, 'utf8')).replace('app:8000', server);
  const own = `admin off\nauto_https disable_redirects\nskip_install_trust\nstorage file_system ${folder}`;
  await writeFile(join(folder, 'Caddyfile'), `{\n${own}\n}\n${text}`);
  const child = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile')], {
    stdio: 'ignore',
    env: { ...process.env, DOMAIN: `localhost:${port}`, XDG_CONFIG_HOME: folder },
  });
  stack.defer(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const get = (path: string): Promise<number> =>
    new Promise((settle) => {
      const sent = request({ host: 'localhost', port, path, rejectUnauthorized: false }, (response) => {
        response.resume().on('end', () => settle(response.statusCode ?? 0));
      });
      sent.on('error', () => settle(0)).end();
    });
  await expect.poll(() => get('/health')).toBe(200);
  const resources = stack.move();
  return { url: `https://localhost:${port}`, get, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
