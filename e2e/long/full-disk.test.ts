import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { mountSmallDisk } from './disk.ts';
import { createDriver, noisyPhoto, readKey, Refusal, type Driver } from './driver.ts';
import { createInstallation, type Installation } from './installation.ts';

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => new Error('It was accepted.'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof Refusal) return error;
  throw error;
}

async function expectNothingHalfWritten(installation: Installation): Promise<void> {
  const rows = await installation.query<{ version: string }>('select version from storage.objects');
  await expect
    .poll(async () => (await installation.storedFiles()).toSorted())
    .toEqual(rows.map(({ version }) => version).toSorted());
}

async function expectWritesRefused(installation: Installation, driver: Driver, photo: Buffer): Promise<void> {
  // The free space is looked up four times a second.
  await expect
    .poll(() => driver.rate(randomUUID(), 5).catch((error: Refusal) => error.status), { interval: 20 })
    .toBe(503);
  const rating = await refusalOf(driver.rate(randomUUID(), 5));
  expect([rating.status, JSON.parse(rating.body)]).toEqual([
    503,
    {
      code: '53100',
      message: 'The disk of the server is full. Nothing was written.',
      details: null,
      hint: null,
    },
  ]);
  const upload = await refusalOf(driver.upload(photo));
  expect([upload.status, JSON.parse(upload.body)]).toMatchObject([
    507,
    { statusCode: '507', code: 'InsufficientStorage' },
  ]);
  const newcomer = await createDriver(installation, await readKey(installation));
  expect(await refusalOf(newcomer.register())).toMatchObject({ status: 503 });
  await expectReads(installation, driver);
}

async function expectReads(installation: Installation, driver: Driver): Promise<void> {
  for (let reads = 0; reads < 20; reads += 1) expect(await driver.read()).toBe(1);
  const [photo] = driver.photos;
  const answer = await fetch(`${installation.address}/storage/v1/object/public/imagenes/${photo}`);
  expect([answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
}

async function untilWritesGoOn(driver: Driver): Promise<void> {
  await expect
    .poll(() => driver.rate(randomUUID(), 5).catch((error: Error) => error.message), { timeout: 60_000 })
    .toBe(true);
}

test('K5 F10 a disk that fills up: writes are refused in the wire’s words, reads go on, it recovers without a restart', async () => {
  await using disk = await mountSmallDisk(400);
  if (!disk)
    return console.log('No file system can be mounted here: only backend/disk/space.test.ts shows K5.');
  await using installation = await createInstallation({ MIN_FREE_SPACE: '60' }, disk.folder);
  await installation.start();
  const driver = await createDriver(installation, await readKey(installation));
  await driver.register();
  const photo = await noisyPhoto(300);

  await disk.fill(40);
  await expectWritesRefused(installation, driver, photo);
  expect(installation.output()).toContain('the disk is almost full: writes are refused, reads go on');
  await driver.refresh();
  await disk.empty();
  await untilWritesGoOn(driver);

  await disk.fill(0);
  await expectWritesRefused(installation, driver, photo);
  expect(await refusalOf(driver.refresh())).toMatchObject({ status: 503 });
  // The worst moment for the database to end: it may not be able to start before there is space.
  const { server, database } = await installation.pids();
  process.kill(database, 'SIGKILL');
  await expect
    .poll(async () => (await fetch(`${installation.address}/health`)).status, {
      timeout: 30_000,
      interval: 5,
    })
    .toBe(503);
  await disk.empty();
  await untilWritesGoOn(driver);
  await driver.upload(photo);
  await driver.refresh();
  expect((await installation.pids()).server).toBe(server);
  await expectNothingHalfWritten(installation);
});

test('K5 F10 a disk that is really full in the middle of a write: nothing is half-written, it recovers', async () => {
  await using disk = await mountSmallDisk(400);
  if (!disk)
    return console.log('No file system can be mounted here: only backend/disk/space.test.ts shows K5.');
  await using installation = await createInstallation({ MIN_FREE_SPACE: '0' }, disk.folder);
  await installation.start();
  const driver = await createDriver(installation, await readKey(installation));
  await driver.register();
  const photo = await noisyPhoto(600);
  await disk.fill(0);
  expect(await refusalOf(driver.upload(photo))).toMatchObject({ status: 507 });
  expect((await installation.storedFiles()).filter((name) => name.endsWith('.part'))).toEqual([]);
  await expectReads(installation, driver);
  await disk.empty();
  await untilWritesGoOn(driver);
  await driver.upload(photo);
  await expectNothingHalfWritten(installation);
});
