import type { Statement } from '../db/exchange.ts';
import { createCache, type Cache } from '../util/cache.ts';
import type { Catalog } from './catalog/types.ts';
import { parseContentType } from './parse/media.ts';
import { parseRows } from './parse/payload.ts';
import { parseRequest, type RequestParts } from './parse/request.ts';
import type { Rows } from './parse/rows.ts';
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
const planHeaders = ['accept', 'accept-profile', 'content-profile', 'content-type', 'prefer', 'range'];

/** The rows of an insert in JSON, whose keys alone its plan depends on; undefined for other requests, and wrong ones. */
function insertedRows(parts: RequestParts): Rows | undefined {
  const { method, path, search, headers, body, maxValues } = parts;
  if (method !== 'POST' || path.startsWith('/rpc/')) return undefined;
  try {
    const bodyType = parseContentType(headers.get('content-type'));
    const anyKeys = /(?:^|&)columns=/.test(search);
    return bodyType === 'json' ? parseRows({ bodyType, body, maxValues }, anyKeys) : undefined;
  } catch {
    // The plan reports the first error of a request, which may be another one.
    return undefined;
  }
}

/** The cache key of a read or an insert; undefined for other requests, whose plans hold values, and for long ones. */
function cacheKeyOf(
  { method, path, search, headers }: RequestParts,
  privilege: Privilege,
  rows: Rows | undefined,
): string | undefined {
  if (method !== 'GET' && method !== 'HEAD' && !rows) return undefined;
  const asked = planHeaders.map((name) => headers.get(name) ?? '');
  const cacheKey = [privilege, method, path, search, ...asked, ...(rows?.keys ?? [])].join('\n');
  return cacheKey.length > maxKeyCharacters ? undefined : cacheKey;
}

/** The plan of an insert with other rows of the same keys: its first value is their JSON. */
function withRows(known: Prepared, rows: Rows | undefined): Prepared {
  if (!rows) return known;
  const { sql, values } = known.statement;
  return { ...known, statement: { sql, values: [rows.json, ...values.slice(1)] } };
}

function createPreparedCache(): Cache<Prepared> {
  return createCache({
    maxSize: maxCharacters,
    maxEntries,
    sizeCalculation: ({ statement, plan }, cacheKey) =>
      cacheKey.length + statement.sql.length + plan.request.body.length,
  });
}

/**
 * Parses, plans and renders requests. Caches reads and inserts as long as the catalog is current, because clients repeat
 * them.
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
    const rows = insertedRows(parts);
    const cacheKey = cacheKeyOf(parts, privilege, rows);
    if (cacheKey === undefined) return prepare(parts, catalog, privilege, cacheKey);
    const cache = caches.get(catalog) ?? createPreparedCache();
    caches.set(catalog, cache);
    const known = cache.get(cacheKey);
    if (known) return withRows(known, rows);
    const prepared = prepare(parts, catalog, privilege, cacheKey);
    const { sql, values } = prepared.statement;
    // A plan keeps the rows that it was made for.
    const isSmall = sql.length <= maxSqlCharacters && parts.body.length <= maxSqlCharacters;
    if (isSmall && (!rows || values[0] === rows.json)) cache.set(cacheKey, prepared);
    return prepared;
  };
}
