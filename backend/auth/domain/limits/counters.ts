import { createHash } from 'node:crypto';
import type { RateStore, StoredBuckets } from '../../../service/rate-store.ts';

export interface KeyedBucket {
  readonly buckets: StoredBuckets;
  readonly key: string;
}

/** A counter by key: `limit` within `spanMs`. Keys are hashed, since an address may be long. */
export function counterOf(store: RateStore, name: string, limit: number, spanMs: number) {
  const buckets = store.buckets(name, { limit, spanMs });
  return (key: string): KeyedBucket => ({
    buckets,
    key: createHash('sha256').update(key).digest('base64url'),
  });
}

export async function refundAll(places: readonly KeyedBucket[]): Promise<void> {
  for (const { buckets, key } of places) await buckets.refund(key);
}

/** Takes one from each bucket, or from none. @returns 0, or the milliseconds to wait */
export async function takeAll(places: readonly KeyedBucket[]): Promise<number> {
  for (const [index, { buckets, key }] of places.entries()) {
    const missing = await buckets.take(key);
    if (missing === 0) continue;
    await refundAll(places.slice(0, index));
    return missing;
  }
  return 0;
}
