import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDriver, noisyPhoto, readKey } from './driver.ts';
import { createInstallation, type Installation } from './installation.ts';
import { startLoad } from './load.ts';

const kills = 10;
/** How many writes are acknowledged between two kills. */
const writes = 12;

async function killAgainAndAgain(installation: Installation, kill: () => Promise<void>): Promise<void> {
  await installation.start();
  const load = await startLoad(installation);
  for (let round = 0; round < kills; round += 1) {
    const before = load.acknowledged();
    await expect
      .poll(() => load.acknowledged() - before, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(writes);
    await kill();
  }
  await load.stop();
  // The start looks for files without a row.
  expect(await installation.end('SIGTERM')).toBe(0);
  await installation.ageStoredFiles();
  await installation.start();
  await load.expectNothingLost();
}

test('K1 F10 A13 kill -9 of the server, ten times under load: nothing acknowledged is lost, nothing is left over', async () => {
  await using installation = await createInstallation();
  await killAgainAndAgain(installation, async () => {
    await installation.end('SIGKILL');
    await installation.start();
  });
});

test('K1 kill -9 of the database, ten times under load: the server brings it back, nothing is lost', async () => {
  await using installation = await createInstallation();
  await killAgainAndAgain(installation, async () => {
    const { database } = await installation.pids();
    process.kill(database, 'SIGKILL');
    await expect
      .poll(async () => (await fetch(`${installation.address}/health`)).status, {
        timeout: 60_000,
        interval: 5,
      })
      .toBe(503);
  });
});

test('K4 SIGTERM under load: what was accepted is answered, exit 0 within ten seconds', async () => {
  await using installation = await createInstallation();
  await installation.start();
  const driver = await createDriver(installation, await readKey(installation));
  await driver.register();
  const faults: unknown[] = [];
  let answered = 0;
  const stopped = new AbortController();
  const clients = Array.from({ length: 12 }, async (_, client) => {
    while (!stopped.signal.aborted) {
      try {
        await (client % 2 === 0 ? driver.read() : driver.rate(randomUUID(), 5));
        answered += 1;
      } catch (error) {
        const { code } = (error as { cause?: { code?: string } }).cause ?? {};
        // The server no longer listens: it did not accept the request, and a proxy takes another server.
        if (code !== 'ECONNREFUSED') faults.push(error);
        return;
      }
    }
  });
  // A photo over a slow network, whose second half comes after the signal.
  const { hostname, port } = new URL(installation.address);
  const slow = request({ hostname, port, method: 'POST', path: '/auth/v1/token?grant_type=password' });
  slow.setHeader('content-type', 'application/json');
  slow.setHeader('apikey', await readKey(installation));
  slow.write('{"email":"nobody@example.com",');
  const slowAnswer = once(slow, 'response');
  await expect.poll(() => answered, { timeout: 30_000 }).toBeGreaterThan(200);
  const begin = performance.now();
  const exit = installation.end('SIGTERM');
  await delay(1500);
  slow.end('"password":"not the password"}');
  const [answer] = (await slowAnswer) as [
    { statusCode: number; headers: Record<string, string>; resume(): void },
  ];
  answer.resume();
  expect([answer.statusCode, answer.headers['connection']]).toEqual([400, 'close']);
  expect(await exit).toBe(0);
  expect(performance.now() - begin).toBeLessThan(12_000);
  stopped.abort();
  await Promise.all(clients);
  expect(faults).toEqual([]);
});

test('F10 an upload whose client goes away half-way leaves no row and no file', async () => {
  await using installation = await createInstallation();
  await installation.start();
  const driver = await createDriver(installation, await readKey(installation));
  await driver.register();
  const before = await installation.storedFiles();
  const photo = await noisyPhoto(400);
  const { hostname, port } = new URL(installation.address);
  const path = `/storage/v1/object/imagenes/profile-photos/${randomUUID()}-1.jpg`;
  const cut = request({ hostname, port, method: 'POST', path });
  cut.on('error', () => {});
  cut.setHeader('content-type', 'image/jpeg');
  cut.setHeader('content-length', photo.byteLength);
  cut.write(photo.subarray(0, photo.byteLength / 2));
  await delay(200);
  cut.destroy();
  await driver.upload(photo);
  expect((await installation.storedFiles()).length).toBe(before.length + 1);
  expect(await installation.query('select from storage.objects')).toHaveLength(before.length + 1);
});
