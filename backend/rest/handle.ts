import pg from 'pg';
import type { Context } from '../service/context.ts';
import { readBody } from '../service/body.ts';
import type { Reply } from '../http/reply.ts';
import type { HttpRequest } from '../http/request.ts';
import { requireSpace } from '../service/space.ts';
import type { RequestContext } from '../service/request-context.ts';
import { requestSession, type Caller } from '../identity/caller.ts';
import type { Catalog } from './catalog/types.ts';
import type { CatalogWatch } from './catalog/watch.ts';
import { fromDatabaseError } from './database-errors.ts';
import { RestError } from './errors.ts';
import type { InTurn } from './limits.ts';
import { bodyText } from './parse/payload.ts';
import type { RequestParts } from './parse/request.ts';
import type { RequestPlan, RestSettings } from './plan/request.ts';
import { privilegeOf, type Privilege } from './plan/privilege.ts';
import type { Prepare, Prepared } from './prepare.ts';
import { makeResponse } from './response.ts';
import type { SharedReads } from './shared-reads.ts';
import { readEstimate, readOutcome, readPlan, renderEstimate, type Outcome } from './sql/statement.ts';

export interface RestService {
  readonly context: Context;
  readonly catalog: CatalogWatch;
  readonly settings: RestSettings;
  readonly prepare: Prepare;
  readonly inTurn: InTurn;
  readonly sharedReads: SharedReads;
}

/** A request to the data API, with the facts that the shell has resolved. */
export type RestRequest = Pick<RequestContext, 'caller'> & { readonly http: HttpRequest };

interface Identified {
  readonly http: HttpRequest;
  readonly caller: Caller;
  readonly privilege: Privilege;
}

/** The largest body in bytes, and in values: many short ones fit into few bytes. */
const bodyLimits: Readonly<Record<Privilege, { readonly bytes: number; readonly values: number }>> = {
  // Without an account there is little more to write than a rating.
  anonymous: { bytes: 64 * 1024, values: 10_000 },
  user: { bytes: 1024 * 1024, values: 10_000 },
  administrator: { bytes: 2 * 1024 * 1024, values: 100_000 },
  service: { bytes: 1024 * 1024, values: 200_000 },
};

/** The body as text; bytes as PostgreSQL writes them in text. */
async function readText({ http, privilege }: Identified): Promise<string> {
  if (http.method === 'GET' || http.method === 'HEAD' || http.method === 'DELETE') return '';
  const bytes = await readBody(http, bodyLimits[privilege].bytes);
  const isBinary = http.headers.get('content-type')?.startsWith('application/octet-stream') ?? false;
  return isBinary ? `\\x${bytes.toString('hex')}` : bodyText(bytes);
}

/** The number of rows in all, if it was asked for: counted, or estimated where counting stopped. */
async function totalRows(
  { context, settings }: RestService,
  session: ReturnType<typeof requestSession>,
  { request, statement }: RequestPlan,
  { total }: Outcome,
  charge: (milliseconds: number) => void,
): Promise<number | undefined> {
  const isWhole = statement.count?.upTo === undefined;
  const counted = total !== undefined && (isWhole || total <= settings.max_rows);
  if (request.preferences.count === undefined || counted || statement.source) return total;
  const estimate = readEstimate(await context.db.asCaller(session, renderEstimate(statement), charge));
  return Math.max(estimate, total ?? 0);
}

/** Runs the statement and makes the response. @throws RestError, BusyError */
async function execute(
  service: RestService,
  prepared: Prepared,
  { caller, http }: Identified,
  path: string,
): Promise<Reply> {
  const { readOnly, transaction, isCostly } = prepared.plan;
  const session = {
    ...requestSession(caller, http, path, http.address),
    readOnly,
    searchPath: prepared.searchPath,
    rollback: transaction.end === 'rollback',
    isCostly,
  };
  const run = () =>
    service.inTurn(caller, http.address, async (charge) => {
      const { plan, headers, statement } = prepared;
      const result = await service.context.db.asCaller(session, statement, charge);
      // As upstream, an execution plan is a success whatever the statement does.
      if (plan.request.format.plan)
        return { status: 200, headers, body: http.method === 'HEAD' ? null : readPlan(result) };
      const outcome = readOutcome(result);
      const total = await totalRows(service, session, plan, outcome, charge);
      return makeResponse(plan, headers, outcome, total);
    });
  try {
    return await service.sharedReads(caller, session, prepared, run);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const tellsGrants = service.settings.auto_expose_new_tables === undefined;
    throw fromDatabaseError(error, { role: caller.role, tellsGrants });
  }
}

/** Errors that may mean that the schema has changed since the catalog was loaded. */
const outdated = new Set(['42P01', '42703', '42883', 'PGRST200', 'PGRST202', 'PGRST204', 'PGRST205']);

async function respondFrom(catalog: Catalog, service: RestService, parts: RequestParts, from: Identified) {
  const prepared = service.prepare(parts, catalog, from.privilege);
  const need = parts.method === 'DELETE' ? 'little' : 'usual';
  const { readOnly } = prepared.plan;
  if (!readOnly) await requireSpace(service.context.space, ['database'], need);
  const reply = await execute(service, prepared, from, parts.path);
  return parts.method === 'POST' ? { ...reply, isRead: readOnly } : reply;
}

const prefix = '/rest/v1';

/**
 * Handles a request: parse, plan, render, execute, respond.
 * @throws RestError, and what the shell translates
 */
export async function handle(service: RestService, { http, caller: identify }: RestRequest): Promise<Reply> {
  const caller = await identify();
  const privilege = privilegeOf(caller, service.context.options.administratorRoles);
  const from: Identified = { http, caller, privilege };
  // A key in the query is for the gateway: it is no filter.
  const search = http.search.replace(/(?<=^|&)apikey=[^&]*&?/, '');
  const path = http.path.slice(prefix.length);
  const body = await readText(from);
  const maxValues = bodyLimits[from.privilege].values;
  const { method, headers } = http;
  const parts: RequestParts = { method, path, search, headers, body, maxValues };
  const catalog = await service.catalog.current();
  try {
    return await respondFrom(catalog, service, parts, from);
  } catch (error) {
    const mayBeOutdated = error instanceof RestError && outdated.has(error.code);
    if (!mayBeOutdated || !(await service.catalog.reloadAfter(catalog))) throw error;
    return respondFrom(await service.catalog.current(), service, parts, from);
  }
}
