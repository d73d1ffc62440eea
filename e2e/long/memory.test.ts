import { expect, test } from 'vitest';
import { takeMoments } from '../../bench/memory/run.ts';

/** Bounds of the resident memory of the server process, in MiB, which docs/operations.md names. */
const [firstIdle, idle, loaded, rested] = [160, 130, 220, 170];

test('the server stays small: idle, after a load, and a minute later', async () => {
  const { afterFirstStart, afterSecondStart, afterLoad, afterRest } = await takeMoments();
  console.log(JSON.stringify({ afterFirstStart, afterSecondStart, afterLoad, afterRest }));
  // The first start also compiles what the next one reads.
  expect(afterFirstStart.server).toBeLessThan(firstIdle);
  expect(afterSecondStart.server).toBeLessThan(idle);
  expect(afterLoad.server).toBeLessThan(loaded);
  expect(afterRest.server).toBeLessThan(rested);
}, 600_000);
