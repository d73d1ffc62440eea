import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queryable } from '../db/database.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { claimStore, ForeignStoreError, refuseClaimed } from './claim.ts';
import { openS3Store } from './s3.ts';
import { listKeys, startS3, type TestS3 } from '../testing/object-store.ts';

let s3: TestS3;
let servers: readonly [TestApp, TestApp];
beforeAll(async () => {
  s3 = await startS3();
  servers = [await startTestApp(), await startTestApp()];
});
afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
  await s3[Symbol.asyncDispose]();
});

const openAt = (prefix: string) => openS3Store({ ...s3.settings, prefix });

async function idOf(db: Queryable): Promise<string> {
  const [row] = await db.query<{ id: string }>('select id from platform.installation');
  return row?.id ?? '';
}

test('a database claims a place again and again; another one is refused and leaves no trace', async () => {
  using store = openAt('claimed/');
  const [{ db: first }, { db: second }] = [servers[0].context, servers[1].context];
  await refuseClaimed(store);
  await claimStore(store, first);
  await claimStore(store, first);
  await expect(claimStore(store, second)).rejects.toThrow(ForeignStoreError);
  await expect(claimStore(store, second)).rejects.toThrow(
    /^Another database keeps its objects in the bucket “photos” of http:\S+ under claimed\/\. Give this one a place of its own/,
  );
  await expect(refuseClaimed(store)).rejects.toThrow(ForeignStoreError);
  expect(await listKeys(store, 'installations/')).toEqual([`installations/${await idOf(first)}`]);
  using elsewhere = openAt('elsewhere/');
  await claimStore(elsewhere, second);
});

test('of two databases that claim a place at the same moment at most one gets it', async () => {
  for (let round = 0; round < 10; round += 1) {
    using store = openAt(`race-${round}/`);
    const claims = await Promise.allSettled(servers.map(({ context }) => claimStore(store, context.db)));
    const claimed = claims.filter(({ status }) => status === 'fulfilled').length;
    expect(claimed).toBeLessThan(2);
    expect(await listKeys(store, 'installations/')).toHaveLength(claimed);
  }
});

test('a server is refused at the start by a place of another database, a wrong key and a missing bucket', async () => {
  await using _first = await startTestApp({ environment: s3.environment });
  const start = (environment: Readonly<Record<string, string>>): Promise<TestApp> =>
    startTestApp({ environment: { ...s3.environment, ...environment } });
  await expect(start({})).rejects.toThrow('Another database keeps its objects in');
  await expect(start({ S3_SECRET_ACCESS_KEY: 'wrong' })).rejects.toThrow(
    /SignatureDoesNotMatch.* Check S3_ENDPOINT/,
  );
  await expect(start({ S3_BUCKET: 'missing' })).rejects.toThrow(/NoSuchBucket.* Check S3_ENDPOINT/);
  await expect(start({ S3_BUCKET: '' })).rejects.toThrow('these are missing: S3_BUCKET');
});
