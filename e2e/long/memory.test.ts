import { expect, test } from 'vitest';
import { takeMoments } from '../../bench/memory/run.ts';

/** Resident memory of the server process, in MiB: what docs/operations.md promises, and a reserve of a tenth. */
const [idle, loaded] = [143, 242];

test('the server stays small: idle, after a load, and a minute later', async () => {
  const { afterFirstStart, afterSecondStart, afterLoad, afterRest } = await takeMoments();
  console.log(JSON.stringify({ afterFirstStart, afterSecondStart, afterLoad, afterRest }));
  // The first start also compiles what the next one reads.
  expect(afterFirstStart.server).toBeLessThan(loaded);
  expect(afterSecondStart.server).toBeLessThan(idle);
  expect(afterLoad.server).toBeLessThan(loaded);
  expect(afterRest.server).toBeLessThan(afterLoad.server + 10);
}, 600_000);
