import type { Context } from '../../service/context.ts';
import { isUnavailable } from '../../db/failures.ts';
import { databaseRetryAfterSeconds } from '../../service/dialect.ts';
import { restError } from '../errors.ts';
import { buildCatalog } from './load.ts';
import { readCatalogRows } from './queries.ts';
import type { Catalog } from './types.ts';

/** The catalog as it is known now, kept up to date. */
export interface CatalogWatch {
  /** The catalog; loaded when it is first asked for. @throws RestError PGRST002 when it cannot be loaded. */
  current(): Promise<Catalog>;
  /**
   * Loads it again after a request met something unknown, unless that was done a moment ago.
   * @returns whether there is another catalog than `known`.
   */
  reloadAfter(known: Catalog): Promise<boolean>;
}

/**
 * Minimum interval, in milliseconds, between reloads of the catalog caused by requests for unknown things. Each reload
 * that finds nothing new doubles it: a reload takes the database some 50 ms, and changes are announced anyway.
 */
const reloadInterval = { shortest: 1000, longest: 60_000 };

/**
 * Watches the schema: `NOTIFY pgrst` (sent by an event trigger on every change of the schema) makes the next request
 * load the catalog anew.
 */
export function watchCatalog({ db, config, log }: Context): CatalogWatch {
  const { schemas } = config.protocol.api;
  let catalog: Promise<Catalog> | undefined;
  let loadedAt = 0;
  let interval = reloadInterval.shortest;
  let last: { readonly text: string; readonly catalog: Catalog } | undefined;
  let listening: Promise<void> | undefined;

  function forget(): void {
    catalog = undefined;
  }

  /** Returns the known catalog when the schema is unchanged: requests stay prepared. */
  async function read(): Promise<Catalog> {
    const rows = await readCatalogRows(db, schemas);
    const text = JSON.stringify(rows);
    if (text !== last?.text) last = { text, catalog: buildCatalog(rows, schemas) };
    return last.catalog;
  }

  function load(): Promise<Catalog> {
    loadedAt = Date.now();
    listening ??= db.listen('pgrst', forget, forget).catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
    const loading = listening.then(read).catch((error: unknown) => {
      if (catalog === loading) catalog = undefined;
      if (!isUnavailable(error)) log.error({ err: error }, 'the database schema could not be read');
      throw restError('PGRST002', [], { retryAfterSeconds: databaseRetryAfterSeconds, cause: error });
    });
    return loading;
  }

  return {
    current: () => (catalog ??= load()),
    async reloadAfter(known) {
      if (Date.now() - loadedAt > interval) catalog = load();
      const isNew = (await (catalog ??= load())) !== known;
      interval = isNew ? reloadInterval.shortest : Math.min(interval * 2, reloadInterval.longest);
      return isNew;
    },
  };
}
