import type { Statement } from '../db/exchange.ts';
import { createCache, type Cache } from '../util/cache.ts';
import type { Catalog } from './catalog/types.ts';
import { parseRequest, type RequestParts } from './parse/request.ts';
import { planRequest, type RequestPlan, type RestSettings } from './plan/request.ts';
import type { Privilege } from './plan/privilege.ts';
import { fixedHeaders } from './response.ts';
import { explain, renderStatement } from './sql/statement.ts';
import { identifier } from './sql/writer.ts';

/** A request that is ready to run. It depends neither on the caller's rights nor on the rows. */
export interface Prepared {
  /** The same for requests with the same response, given the same caller and rows; undefined when it would be too long. */
  readonly cacheKey: string | undefined;
  readonly plan: RequestPlan;
  readonly statement: Statement;
  /** In SQL. */
  readonly searchPath: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws RestError */
export type Prepare = (parts: RequestParts, catalog: Catalog, privilege: Privilege) => Prepared;

const maxEntries = 2000;
const maxKeyCharacters = 1500;
const maxSqlCharacters = 4096;
/** Counts all keys and SQL in the cache. Measured: a plan takes up to 20 bytes for each character. */
const maxCharacters = 1_000_000;

/**
 * The longest response body: it passes through the server in one piece, and each MiB takes the event loop
 * some 8 ms.
 */
function maxBytes(privilege: Privilege): number {
  return (privilege === 'service' ? 64 : 2) * 1024 * 1024;
}

/** The request headers that a plan depends on. */
const planHeaders = ['accept', 'accept-profile', 'prefer', 'range'];

/** The cache key of a read; undefined for writes, whose bodies differ, and for long requests. */
function cacheKeyOf(
  { method, path, search, headers }: RequestParts,
  privilege: Privilege,
): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const asked = planHeaders.map((name) => headers.get(name) ?? '');
  const cacheKey = [privilege, method, path, search, ...asked].join('\n');
  return cacheKey.length > maxKeyCharacters ? undefined : cacheKey;
}

function createPreparedCache(): Cache<Prepared> {
  return createCache({
    maxSize: maxCharacters,
    maxEntries,
    sizeCalculation: ({ statement }, cacheKey) => cacheKey.length + statement.sql.length,
  });
}

/**
 * Parses, plans and renders requests. Caches reads as long as the catalog is current, because clients repeat them.
 * Measured with both cores busy: 55 µs of our own time for a read instead of 95.
 */
export function createPrepare(settings: RestSettings): Prepare {
  const caches = new WeakMap<Catalog, Cache<Prepared>>();

  function prepare(
    parts: RequestParts,
    catalog: Catalog,
    privilege: Privilege,
    cacheKey: string | undefined,
  ): Prepared {
    const plan = planRequest(parseRequest(parts, settings.schemas), catalog, settings, privilege);
    const statement = renderStatement(plan.statement, maxBytes(privilege));
    const executionPlan = plan.request.format.plan;
    return {
      cacheKey,
      plan,
      statement: executionPlan ? explain(statement, executionPlan) : statement,
      searchPath: plan.searchPath.map(identifier).join(', '),
      headers: fixedHeaders(plan),
    };
  }

  return (parts, catalog, privilege) => {
    const cacheKey = cacheKeyOf(parts, privilege);
    if (cacheKey === undefined) return prepare(parts, catalog, privilege, cacheKey);
    const cache = caches.get(catalog) ?? createPreparedCache();
    caches.set(catalog, cache);
    const known = cache.get(cacheKey);
    if (known) return known;
    const prepared = prepare(parts, catalog, privilege, cacheKey);
    if (prepared.statement.sql.length <= maxSqlCharacters) cache.set(cacheKey, prepared);
    return prepared;
  };
}
