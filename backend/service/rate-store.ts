import { createHash } from 'node:crypto';
import type { Queryable } from '../db/database.ts';
import { createBuckets, priceOf, type Rate } from '../util/buckets.ts';
import type { QuotaKey } from '../util/quota-key.ts';

/** `Buckets` in memory or in the database. */
export interface StoredBuckets {
  /** Counts one. Returns 0, or the milliseconds until there is room without counting. */
  take(key: QuotaKey): Promise<number>;
  refund(key: QuotaKey): Promise<void>;
}

/** Rate limits of one process, in memory, or of several, in the database. */
export interface RateStore {
  /** @param name tells these counters from the others in the store: all callers that give it share them */
  buckets(name: string, rate: Rate): StoredBuckets;
}

/** @param now the time in milliseconds, of a clock that nobody sets */
export function memoryStore(now: () => number = () => performance.now()): RateStore {
  const named = new Map<string, ReturnType<typeof createBuckets>>();
  return {
    buckets(name, rate) {
      const known = named.get(name) ?? createBuckets(rate, now);
      named.set(name, known);
      const { take, refund } = known;
      return { take: async (key) => take([key]), refund: async (key) => refund([key]) };
    },
  };
}

/**
 * Whether a bucket was written while the clock was ahead: it would be full later than an empty one. Else nobody behind its
 * key could sign in before that time.
 */
const isToComeSql = `l.full_at > clock_timestamp() + $3 * interval '1 ms' + interval '1 minute'`;
/** Counts one if there is room, in one statement: two processes cannot both take the last place. */
const takeSql = `
  insert into auth.rate_limits as l (key, full_at) values ($1, clock_timestamp() + $2 * interval '1 ms')
  on conflict (key) do update set full_at = $2 * interval '1 ms'
      + case when ${isToComeSql} then clock_timestamp() else greatest(l.full_at, clock_timestamp()) end
    where l.full_at + ($2 - $3) * interval '1 ms' <= clock_timestamp() or ${isToComeSql}
  returning true`;
const missingSql = `
  select ceil(extract(epoch from full_at - clock_timestamp()) * 1000 + $2 - $3)::float8 as missing
  from auth.rate_limits where key = $1`;
const refundSql = `update auth.rate_limits set full_at = full_at - $2 * interval '1 ms' where key = $1`;
const forgetSql = `delete from auth.rate_limits where full_at < clock_timestamp()`;
/** Every N requests, delete full buckets: they behave like absent ones. */
const forgetEach = 1000;

/** Keeps counters in `auth.rate_limits`, by the database's clock, and addresses and networks only as hashes. */
export function databaseStore(db: Queryable): RateStore {
  let taken = 0;
  return {
    buckets(name, rate) {
      const price = priceOf(rate);
      const keyOf = (key: string): Buffer => createHash('sha256').update(`${name} ${key}`).digest();
      return {
        async take({ name: key, weight }) {
          taken += 1;
          if (taken % forgetEach === 0) await db.query(forgetSql);
          const values = [keyOf(key), price * weight, rate.spanMs];
          if ((await db.query(takeSql, values)).length > 0) return 0;
          const [row] = await db.query<{ missing: number }>(missingSql, values);
          return Math.max(1, row?.missing ?? 1);
        },
        async refund({ name: key, weight }) {
          await db.query(refundSql, [keyOf(key), price * weight]);
        },
      };
    },
  };
}
