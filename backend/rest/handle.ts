import pg from 'pg';
import type { Context } from '../service/context.ts';
import { readBody } from '../service/body.ts';
import type { Reply } from '../service/endpoint.ts';
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
export type RestRequest = Pick<RequestContext, 'address' | 'caller'> & { readonly raw: Request };

interface Identified {
  readonly request: Request;
  readonly address: string | undefined;
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
async function readText({ request, privilege }: Identified): Promise<string> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'DELETE') return '';
  const bytes = await readBody(request, bodyLimits[privilege].bytes);
  const isBinary = request.headers.get('content-type')?.startsWith('application/octet-stream') ?? false;
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
  { caller, request, address }: Identified,
  path: string,
): Promise<Reply> {
  const { readOnly, transaction, isCostly } = prepared.plan;
  const session = {
    ...requestSession(caller, request, path, address),
    readOnly,
    searchPath: prepared.searchPath,
    rollback: transaction.end === 'rollback',
    isCostly,
  };
  const run = () =>
    service.inTurn(caller, address, async (charge) => {
      const { plan, headers, statement } = prepared;
      const result = await service.context.db.asCaller(session, statement, charge);
      // As upstream, an execution plan is a success whatever the statement does.
      if (plan.request.format.plan)
        return { status: 200, headers, body: request.method === 'HEAD' ? null : readPlan(result) };
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

/**
 * Handles a request below `prefix`: parse, plan, render, execute, respond.
 * @throws RestError, and what the shell translates
 */
export async function handle(
  service: RestService,
  { raw: request, address, caller: identify }: RestRequest,
  prefix: string,
): Promise<Reply> {
  const caller = await identify();
  const privilege = privilegeOf(caller, service.context.options.administratorRoles);
  const from: Identified = { request, address, caller, privilege };
  const [beforeQuery = '', query = ''] = request.url.split('#', 1)[0]!.split(/\?(.*)/s, 2);
  // A key in the query is for the gateway: it is no filter.
  const search = query.replace(/(?<=^|&)apikey=[^&]*&?/, '');
  const path = beforeQuery.slice(beforeQuery.indexOf(prefix) + prefix.length);
  const body = await readText(from);
  const maxValues = bodyLimits[from.privilege].values;
  const { method, headers } = request;
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
