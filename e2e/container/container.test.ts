import { resolve } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../backend/testing/processes.ts';
import type { Engine } from './engine.ts';
import { buildImage } from './build-image.ts';
import { previousAsset } from './previous.ts';

const maxSize = 450_000_000;
/** Packages of each kind that only builds or tests: bundlers, what they bundle, checks, browsers. */
const builders = ['vite', 'rolldown', 'react', 'tailwindcss', 'lucide-react', 'lightningcss', 'node']
  .concat(['typescript', '@types/node', 'oxlint', 'oxfmt', 'vitest', '@playwright/test', 'deno'])
  .concat(['@sparticuz/chromium']);
const person = { email: 'diego@example.com', password: 'cordillera nevada 7' };
let engine: Engine;
let port = 0;

beforeAll(async () => {
  engine = await buildImage(resolve(import.meta.dirname, '../..'));
  port = await freePort();
}, 15 * 60_000);

afterAll(() => engine?.[Symbol.asyncDispose](), 60_000);

async function start(): Promise<void> {
  await engine.start(port);
  const status = (): Promise<number> =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      (response) => response.status,
      () => 0,
    );
  await expect.poll(status, { timeout: 60_000 }).toBe(200);
}

/** The official client, with the key that the page holds. */
async function openApp(): Promise<SupabaseClient> {
  const address = `http://127.0.0.1:${port}`;
  const page = await (await fetch(`${address}/login`)).text();
  const key = /<meta name="publishable-key" content="([^"]+)"/.exec(page)?.[1];
  expect(key, page).toBeDefined();
  return createClient(address, key ?? '', { auth: { persistSession: false } });
}

test('the server runs as an account without rights, and its health check passes', async () => {
  await start();
  expect(engine.config.User).toBe('node');
  expect(await engine.exec('id', '-u')).toBe('1000');
  expect(await engine.exec('stat', '-c', '%u %a', '/data/secrets.json')).toBe('1000 600');
  const [kind, ...command] = engine.config.Healthcheck.Test;
  expect(kind).toBe('CMD');
  await engine.exec(...command);
});

test('pages of the version before load their later parts from the new image', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/${previousAsset.path}`);
  expect([response.status, await response.text()]).toEqual([200, previousAsset.content]);
});

test('the image is small and holds nothing that only builds', async () => {
  // The user may not enter /root and a cache of the linker, which are empty.
  const used = await engine.exec('sh', '-c', 'du -sbx --exclude=/data / 2>/dev/null; true');
  const size = Number(used.split('\t')[0]);
  console.log(`The image holds ${Math.round(size / 1e6)} MB.`);
  expect(size).toBeLessThanOrEqual(maxSize);
  const files = (await engine.exec('find', '/app', '/usr/local', '-type', 'f')).split('\n');
  const packages = new Set(
    files.map((path) => /^\/app\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? ''),
  );
  expect(packages).toContain('hono');
  expect(builders.filter((name) => packages.has(name))).toEqual([]);
  const own = files.filter((path) => !path.startsWith('/app/node_modules/'));
  expect(own).toContain('/app/server/main.ts');
  expect(own.filter((path) => /\/(web|testing|include|npm|yarn)\/|\.test\.ts$/.test(path))).toEqual([]);
  const caches = await engine.exec('sh', '-c', 'find /var/cache/apt /var/lib/apt -type f 2>/dev/null; true');
  expect(caches).not.toMatch(/\.deb$|_Packages/m);
});

test('a driver registers and signs in; after a restart on the same volume the account is there', async () => {
  const app = await openApp();
  const { data, error } = await app.auth.signUp(person);
  expect(error).toBeNull();
  const row = { name: 'Diego Fuentes', license_plate: 'DFGH12', driver_code: 'C-100' };
  const driver = await app.from('drivers').insert(row).select('id').single();
  expect(driver.error).toBeNull();
  await engine.stop();
  await start();
  const again = await openApp();
  const signedIn = await again.auth.signInWithPassword(person);
  expect(signedIn.data.user?.id).toBe(data.user?.id);
  const { data: drivers } = await again.from('drivers').select('name').eq('id', driver.data?.id);
  expect(drivers).toEqual([{ name: 'Diego Fuentes' }]);
});

test('the commands for operators work in the container', async () => {
  const said = await engine.exec('node', 'tools/admin.ts', 'carla@example.com');
  expect(said).toContain('Created the administrator carla@example.com.');
  const password = /^Password: (.+)$/m.exec(said)?.[1] ?? '';
  const app = await openApp();
  const { error } = await app.auth.signInWithPassword({ email: 'carla@example.com', password });
  expect(error).toBeNull();
  expect(await engine.exec('node', 'tools/backup.ts', '/data/today.tar.gz')).toContain('/data/today.tar.gz');
});
