import { createHash } from 'node:crypto';
import { networkQuotaKeys } from '../../../http/client-address.ts';
import type { RateStore, StoredBuckets } from '../../../service/rate-store.ts';
import type { QuotaKey } from '../../../util/quota-key.ts';

export interface KeyedBucket {
  readonly buckets: StoredBuckets;
  readonly key: QuotaKey;
}

/** A counter by key: `limit` within `spanMs`. Keys are hashed, since an address may be long. */
export function counterOf(store: RateStore, name: string, limit: number, spanMs: number) {
  const buckets = store.buckets(name, { limit, spanMs });
  return (key: string, weight = 1): KeyedBucket => ({
    buckets,
    key: { name: createHash('sha256').update(key).digest('base64url'), weight },
  });
}

/** The buckets of a visitor's networks. */
export function ofNetworks(counter: ReturnType<typeof counterOf>, network: string): readonly KeyedBucket[] {
  return networkQuotaKeys(network).map(({ name, weight }) => counter(name, weight));
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
