import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { file, picture, storageClient } from '../testing/storage.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'major' | 'minor' }) => void;

const usedBytes = (): number => getHeapStatistics().used_heap_size;

/** Twice, because what survives two minor collections is only freed by a full one. */
function collectYoung(): void {
  collect({ type: 'minor' });
  collect({ type: 'minor' });
}

const requests = 500;

/**
 * Bytes for each request that a full collection has to free, although the request has ended: the least of some rounds,
 * because servers of other tests end meanwhile. The first round compiles the code and fills the caches.
 */
async function leftBehind(send: () => Promise<Response>): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 4; round += 1) {
    collect({ type: 'major' });
    for (let index = 0; index < requests; index += 1) await (await send()).arrayBuffer();
    collectYoung();
    const before = usedBytes();
    collect({ type: 'major' });
    least = Math.min(least, (before - usedBytes()) / requests);
  }
  return least;
}

test('requests leave nothing behind that only a full collection frees', async () => {
  await using server = await startTestApp();
  const storage = storageClient(server, server.context.config.keys.secret);
  await storage.from('pictures').upload('photo.jpg', file(await picture(20, 20)));
  const paths = [
    '/auth/v1/settings',
    '/storage/v1/object/public/pictures/photo.jpg',
    '/rest/v1/walkers?limit=1',
  ];
  for (const path of paths) expect(await leftBehind(() => server.request(path)), path).toBeLessThan(1000);
}, 60_000);
