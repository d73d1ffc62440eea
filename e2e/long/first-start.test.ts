import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ended, runProgram } from '../../backend/testing/processes.ts';
import { createDriver, readKey } from './driver.ts';
import { createInstallation } from './installation.ts';

/** How many first starts are killed, each later than the one before, up to the time that a whole one takes. */
const moments = 12;

async function measureFirstStart(): Promise<number> {
  await using installation = await createInstallation();
  const begin = performance.now();
  await installation.start();
  return performance.now() - begin;
}

test('kill -9 at any moment of the first start: the next one completes it, the seed included', async () => {
  const whole = await measureFirstStart();
  for (let moment = 1; moment <= moments; moment += 1) {
    await using installation = await createInstallation();
    const settings = { DATA_DIR: installation.dataDir, PORT: new URL(installation.address).port };
    // Killed twice, the second time at another moment of the same start.
    for (const part of [moment / moments, Math.random()]) {
      const cut = runProgram(process.execPath, ['server/main.ts'], { ...settings, LOG_LEVEL: 'warn' });
      await delay(whole * part);
      cut.process.kill('SIGKILL');
      await ended(cut);
    }
    await installation.start();
    const [counts] = await installation.query<{ tours: number; seeds: number }>(
      `select (select count(*)::int from public.time_based_routes) as tours,
        (select count(*)::int from supabase_migrations.seed_files) as seeds`,
    );
    expect(counts, `killed after ${Math.round((whole * moment) / moments)} ms`).toEqual({
      tours: 2,
      seeds: 1,
    });
    expect(JSON.parse(await readFile(`${installation.dataDir}/secrets.json`, 'utf8'))).toHaveProperty(
      'signingKeys',
    );
    expect((await readdir(installation.dataDir)).filter((name) => name.includes('.new'))).toEqual([]);
    const driver = await createDriver(installation, await readKey(installation));
    await driver.register();
    expect(await driver.read()).toBe(1);
    expect(await installation.end('SIGTERM')).toBe(0);
  }
});
