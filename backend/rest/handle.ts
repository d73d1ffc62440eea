import type { Context } from '../service/context.ts';
import { BodyTooLargeError, readBody } from '../service/body.ts';
import { identifyCaller, requestSession, type Caller } from '../identity/caller.ts';
import { BusyError } from '../service/concurrency.ts';
import { TokenError } from '../identity/tokens.ts';
import type { Catalog } from './catalog/types.ts';
import type { CatalogWatch } from './catalog/watch.ts';
import { fromDatabaseError } from './database-errors.ts';
import { RestError, restError } from './errors.ts';
import type { InTurn } from './limits.ts';
import { bodyText } from './parse/payload.ts';
import type { RequestParts } from './parse/request.ts';
import type { RequestPlan, RestSettings } from './plan/request.ts';
import { standingOf, type Standing } from './plan/standing.ts';
import type { Prepare, Prepared } from './prepare.ts';
import { makeAnswer, makePlanAnswer, mayHaveBody, noStore, type Answer } from './response.ts';
import { readEstimate, readOutcome, readPlan, renderEstimate, type Outcome } from './sql/statement.ts';

/** What requests are handled with. */
export interface RestService {
  readonly context: Context;
  readonly catalog: CatalogWatch;
  readonly settings: RestSettings;
  readonly prepare: Prepare;
  readonly inTurn: InTurn;
}

/** A request and what is known of the one who sent it. */
export interface Incoming {
  readonly request: Request;
  /** Undefined within the process. */
  readonly address: string | undefined;
}

interface Identified extends Incoming {
  readonly caller: Caller;
  readonly standing: Standing;
}

/** Largest body, in bytes, and how many values it may hold: of short ones many fit in. */
const bodyLimits: Readonly<Record<Standing, { readonly bytes: number; readonly values: number }>> = {
  // Without an account there is little more to write than a rating.
  anonymous: { bytes: 64 * 1024, values: 10_000 },
  user: { bytes: 1024 * 1024, values: 10_000 },
  administrator: { bytes: 1024 * 1024, values: 10_000 },
  service: { bytes: 1024 * 1024, values: 200_000 },
};

async function identify({ context }: RestService, headers: Headers): Promise<Caller> {
  try {
    return await identifyCaller(headers, context.config.keys, context.tokens);
  } catch (error) {
    if (!(error instanceof TokenError)) throw fromDatabaseError(error, '');
    const expired = error.kind === 'expired';
    const message = expired ? 'JWT expired' : error.message;
    const description = message.replaceAll(/["\\\r\n]/g, '');
    throw restError(error.kind === 'malformed' ? 'PGRST301' : 'PGRST303', [message], {
      headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${description}"` },
    });
  }
}

/** The body as text; bytes as PostgreSQL writes them in text. */
async function readText({ request, standing }: Identified): Promise<string> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'DELETE') return '';
  try {
    const bytes = await readBody(request, bodyLimits[standing].bytes);
    const isBinary = request.headers.get('content-type')?.startsWith('application/octet-stream') ?? false;
    return isBinary ? `\\x${bytes.toString('hex')}` : bodyText(bytes);
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw restError('PGRST413', [String(error.limit)]);
    throw error;
  }
}

/** The number of rows in all, if it was asked for: counted, or estimated where counting stopped. */
async function totalRows(
  { context, settings }: RestService,
  session: ReturnType<typeof requestSession>,
  { request, statement }: RequestPlan,
  { total }: Outcome,
): Promise<number | undefined> {
  const isWhole = statement.count?.upTo === undefined;
  const counted = total !== undefined && (isWhole || total <= settings.maxRows);
  if (request.preferences.count === undefined || counted || statement.source) return total;
  const { rows } = await context.db.asCaller(session, renderEstimate(statement));
  return Math.max(readEstimate(rows[0]), total ?? 0);
}

/** Runs the statement and makes the answer. @throws RestError */
async function execute(
  service: RestService,
  prepared: Prepared,
  { caller, request, address }: Identified,
  path: string,
): Promise<Answer> {
  const { readOnly, transaction, isCostly } = prepared.plan;
  const session = {
    ...requestSession(caller, request, path, address),
    readOnly,
    searchPath: prepared.searchPath,
    rollback: transaction.end === 'rollback',
    isCostly,
  };
  try {
    return await service.inTurn(caller, address, async () => {
      const { plan, headers } = prepared;
      const { rows } = await service.context.db.asCaller(session, prepared.statement);
      if (plan.request.format.plan) return makePlanAnswer(plan, headers, readPlan(rows));
      const outcome = readOutcome(rows[0]);
      return makeAnswer(plan, headers, outcome, await totalRows(service, session, plan, outcome));
    });
  } catch (error) {
    if (error instanceof BusyError)
      throw restError('PGRST429', [], { headers: { 'Retry-After': String(error.retryAfter) } });
    throw fromDatabaseError(error, caller.role);
  }
}

/** Errors that may mean that the schema has changed since the catalog was loaded. */
const outdated = new Set(['42P01', '42703', '42883', 'PGRST200', 'PGRST202', 'PGRST204', 'PGRST205']);

async function answerFrom(catalog: Catalog, service: RestService, parts: RequestParts, from: Identified) {
  const prepared = service.prepare(parts, catalog, from.standing);
  const need = parts.method === 'DELETE' ? 'little' : 'usual';
  if (!prepared.plan.readOnly && !(await service.context.space.database.hasRoom(need)))
    throw restError('53100', [], { headers: { 'Retry-After': '60' } });
  return execute(service, prepared, from, parts.path);
}

async function answer(service: RestService, incoming: Incoming, prefix: string): Promise<Answer> {
  const { request } = incoming;
  const caller = await identify(service, request.headers);
  const from: Identified = { ...incoming, caller, standing: standingOf(caller) };
  const [address = '', query = ''] = request.url.split('#', 1)[0]!.split(/\?(.*)/s, 2);
  // A key in the query is for the gateway: it is no filter.
  const search = query.replace(/(?<=^|&)apikey=[^&]*&?/, '');
  const path = address.slice(address.indexOf(prefix) + prefix.length);
  const body = await readText(from);
  const parts: RequestParts = {
    method: request.method,
    path,
    search,
    headers: request.headers,
    body,
    maxValues: bodyLimits[from.standing].values,
  };
  const catalog = await service.catalog.current();
  try {
    return await answerFrom(catalog, service, parts, from);
  } catch (error) {
    const mayBeOutdated = error instanceof RestError && outdated.has(error.code);
    if (!mayBeOutdated || !(await service.catalog.reloadAfter(catalog))) throw error;
    return answerFrom(await service.catalog.current(), service, parts, from);
  }
}

/**
 * Answers a request below `prefix`: parse, plan, render, execute, respond. Only errors of our own making are thrown.
 */
export async function handle(service: RestService, incoming: Incoming, prefix: string): Promise<Answer> {
  try {
    return await answer(service, incoming, prefix);
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    const headers = {
      ...error.headers,
      'Cache-Control': noStore,
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${error.code}`,
    };
    const hasBody = incoming.request.method !== 'HEAD' && mayHaveBody(error.status);
    return { status: error.status, headers, body: hasBody ? error.body() : null };
  }
}
