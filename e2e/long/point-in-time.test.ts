import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startS3, type TestS3 } from '../../backend/testing/object-store.ts';
import { openS3Store } from '../../backend/object-store/s3.ts';
import { listArchive } from '../../backend/wal/layout.ts';
import { createDriver, readKey } from './driver.ts';
import { createInstallation, type Installation } from './installation.ts';
import { startLoad } from './load.ts';

const root = resolve(import.meta.dirname, '../..');
/** The time before the loss of the machine whose data may be lost, in milliseconds. */
const promised = 60_000;
/** How long a base backup may take on a busy machine, in milliseconds. */
const baseTimeout = 120_000;

/** The settings of the store for backups; requests have time, because the machine is busy. */
function backupSettings({ environment }: TestS3): Record<string, string> {
  const renamed = Object.entries(environment).map(([name, value]) => [`BACKUP_${name}`, value] as const);
  return { ...Object.fromEntries(renamed), BACKUP_S3_TIMEOUT: '10' };
}

/** Runs a command of the operator beside this process, which serves the store. */
async function command(
  dataDir: string,
  settings: Record<string, string>,
  script: string,
  ...args: readonly string[]
): Promise<string> {
  const began = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [join('tools', script), ...args], {
    cwd: root,
    env: { ...process.env, ...settings, DATA_DIR: dataDir },
  });
  console.log(`${stdout.trim()} (${Math.round((performance.now() - began) / 1000)} s)`);
  return stdout;
}

/** Kills server and database, and deletes the data folder. */
async function destroy(installation: Installation): Promise<void> {
  const { database } = await installation.pids();
  await installation.end('SIGKILL');
  process.kill(database, 'SIGKILL');
  await rm(installation.dataDir, { recursive: true, maxRetries: 10, retryDelay: 100 });
}

async function reviewsOf(installation: Installation): Promise<ReadonlyMap<string, number>> {
  const rows = await installation.query<{ key: string; rating: number }>(
    'select idempotency_key as key, rating from public.reviews',
  );
  return new Map(rows.map(({ key, rating }) => [key, rating]));
}

/** The metric: in seconds. */
async function waitingWal({ address }: Installation, token: string): Promise<number> {
  const response = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return Number(/^transfer_wal_waiting_seconds (\S+)$/m.exec(await response.text())?.[1] ?? 'none');
}

test('a machine destroyed under load comes back from its store with at most a minute lost, at any moment, and from an archive', async () => {
  await using s3 = await startS3('drill/');
  const settings = backupSettings(s3);
  const metricsToken = 'metrics-of-the-drill';
  await using installation = await createInstallation({ ...settings, METRICS_TOKEN: metricsToken });
  const run = command.bind(undefined, installation.dataDir, settings);
  await installation.start();
  const driver = await createDriver(installation, await readKey(installation));
  await driver.register();
  const [before, after] = [randomUUID(), randomUUID()];
  const load = await startLoad(installation);
  using store = openS3Store(s3.settings);
  const countBases = async () => (await listArchive(store)).bases.length;
  await expect.poll(countBases, { timeout: baseTimeout }).toBe(1);
  await expect.poll(() => load.snapshot().ratings.size, { timeout: 60_000 }).toBeGreaterThan(100);
  await driver.rate(before, 4);
  const between = new Date(Date.now() + 1);
  await expect.poll(() => new Date() > between).toBe(true);
  await driver.rate(after, 2);
  const safe = load.snapshot();
  const backup = /backups\/(transfer-\S+\.tar\.gz) /.exec(await run('backup.ts'))?.[1] ?? '';
  // The time is what is tested.
  await delay(promised);
  expect(await waitingWal(installation, metricsToken)).toBeLessThan(promised / 1000);
  await destroy(installation);
  await load.stop();
  const all = load.snapshot();

  await run('restore.ts', '--at', 'latest');
  await installation.start();
  const kept = await reviewsOf(installation);
  expect([...safe.ratings].filter(([key, rating]) => kept.get(key) !== rating)).toEqual([]);
  expect([kept.get(before), kept.get(after)]).toEqual([4, 2]);
  for (const name of safe.photos) {
    const url = `${installation.address}/storage/v1/object/public/imagenes/${name}`;
    expect([name, (await fetch(url)).status]).toEqual([name, 200]);
  }
  // Every row has its bytes, those of the last minute too.
  const rows = await installation.query<{ version: string }>('select version from storage.objects');
  const stored = new Set(await installation.storedFiles());
  expect(rows.filter(({ version }) => !stored.has(version))).toEqual([]);
  const [lostReviews, lostPhotos] = [all.ratings.size - kept.size, all.photos.length - rows.length];
  console.log(
    `of ${all.ratings.size} ratings and ${all.photos.length} photos, ${lostReviews} and ${lostPhotos} were lost`,
  );
  await destroy(installation);

  await run('restore.ts', '--at', between.toISOString());
  await installation.start();
  const then = await reviewsOf(installation);
  expect([then.get(before), then.get(after)]).toEqual([4, undefined]);
  await destroy(installation);

  for (const source of [`s3:${backup}`, '--latest']) {
    await rm(installation.dataDir, { recursive: true, force: true });
    expect(await run('restore.ts', source)).toMatch(/^The backup of \S+ is restored: \d+ rows, \d+ files\./);
  }
  const bases = await countBases();
  const workers = { ...settings, WORKERS: '2' };
  await using again = await createInstallation(workers, installation.dataDir, installation.address);
  // A database restored from an archive is another one: the operator says that the former is gone.
  const refusal = await again.start().catch((error: Error) => error.message);
  const [, marker = ''] =
    /keeps its backups in .* delete the object (\S+) and try again/.exec(String(refusal)) ?? [];
  await store.delete(marker);
  await again.start();
  const backedUp = await reviewsOf(again);
  expect([backedUp.get(before), backedUp.get(after)]).toEqual([4, 2]);
  // A failure shows what the server wrote.
  const isBackedUp = async () => (await countBases()) > bases || again.output();
  await expect.poll(isBackedUp, { timeout: baseTimeout }).toBe(true);
});
