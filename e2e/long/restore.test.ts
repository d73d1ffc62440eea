import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createInstallation, type Installation } from './installation.ts';

const root = resolve(import.meta.dirname, '../..');
const account = { email: 'fidel@example.com', password: 'cordillera nevada 7' };
const bucket = 'archive';

async function send(installation: Installation, path: string, body: object): Promise<unknown> {
  const secrets = await readFile(join(installation.dataDir, 'secrets.json'), 'utf8');
  const { secretKey } = JSON.parse(secrets) as { secretKey: string };
  const isBytes = Buffer.isBuffer(body);
  const response = await fetch(installation.address + path, {
    method: 'POST',
    body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': isBytes ? 'application/octet-stream' : 'application/json',
    },
  });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return JSON.parse(text);
}

function command(script: string, archive: string, dataDir: string): void {
  const { status, stderr } = spawnSync(process.execPath, [join('tools', script), archive], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
}

/** Every row of the tables that the test fills, as text. */
function rows(installation: Installation): Promise<object[]> {
  return installation.query(`select t::text as row from public.time_based_routes t
    union all select o::text from storage.objects o
    union all select u::text from auth.users u order by 1`);
}

async function expectSame(restored: Installation, photos: readonly Buffer[], token: string): Promise<void> {
  for (const [place, bytes] of photos.entries()) {
    const url = `${restored.address}/storage/v1/object/public/${bucket}/${place}`;
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes), `photo ${place}`).toBe(true);
  }
  await send(restored, '/auth/v1/token?grant_type=refresh_token', { refresh_token: token });
  await send(restored, '/auth/v1/token?grant_type=password', account);
}

const photo = fc
  .record({ size: fc.oneof(fc.nat(3000), fc.nat(300_000)), fill: fc.nat(255) })
  .map(({ size, fill }) =>
    Buffer.from(Uint8Array.from({ length: size }, (_, at) => fill + at * 7 + (at >> 8))),
  );
const contents = fc.record({
  photos: fc.array(photo, { maxLength: 40, size: 'max' }),
  tours: fc.nat(3000),
});

test('K6: whatever an installation holds, its backup restores it byte for byte', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-restore-'));
  const archive = join(folder, 'backup.tar.gz');
  await using source = await createInstallation();
  await source.start();
  await send(source, '/auth/v1/admin/users', { ...account, email_confirm: true });
  await send(source, '/storage/v1/bucket', { name: bucket, public: true });
  const session = await send(source, '/auth/v1/token?grant_type=password', account);
  const { refresh_token: token } = session as { refresh_token: string };

  let runs = 0;
  const property = fc.asyncProperty(contents, async ({ photos, tours }) => {
    await send(source, `/storage/v1/bucket/${bucket}/empty`, {});
    for (const [place, bytes] of photos.entries())
      await send(source, `/storage/v1/object/${bucket}/${place}`, bytes);
    await source.query(`delete from public.time_based_routes`);
    await source.query(
      `insert into public.time_based_routes (name, duration, description)
       select 'tour ' || n, '3hours', repeat(md5(n::text), 1 + n % 7) from generate_series(1, ${tours}) n`,
    );
    command('backup.ts', archive, source.dataDir);
    const dataDir = join(folder, `restored-${(runs += 1)}`);
    command('restore.ts', archive, dataDir);
    await using restored = await createInstallation({}, dataDir);
    await restored.start();
    expect(await rows(restored)).toEqual(await rows(source));
    await expectSame(restored, photos, token);
    await restored.end('SIGTERM');
    await rm(dataDir, { recursive: true });
  });
  await fc.assert(property, { numRuns: 20, endOnFailure: true });
  await rm(folder, { recursive: true });
});
