import type { Config } from '../../config/config.ts';
import { keyOf, namesIn, type Catalog, type QualifiedName, type Table } from '../catalog/types.ts';
import { restError } from '../errors.ts';
import type { Clause } from '../parse/query.ts';
import type { ParsedRequest } from '../parse/request.ts';
import { parseSelect } from '../parse/select.ts';
import { planCall } from './call.ts';
import { planRead, type ReadContext, type ReadOrigin } from './read.ts';
import { isCostly } from './cost.ts';
import { mostSimilar } from './similar.ts';
import type { Privilege } from './privilege.ts';
import type { BodyPlan, ReadPlan, StatementPlan } from './types.ts';
import { planWrite } from './write.ts';

/** The section `[api]` of `config.toml`. */
export type RestSettings = Config['protocol']['api'];

/** A request with every name looked up. */
export interface RequestPlan {
  readonly request: ParsedRequest;
  readonly statement: StatementPlan;
  /** Runs in a read-only transaction. */
  readonly readOnly: boolean;
  readonly transaction: {
    readonly end: 'commit' | 'rollback';
    /** Whether the request chose how it ends, and may. */
    readonly chosen: boolean;
  };
  readonly searchPath: readonly string[];
  /** Whether it needs a short timeout: see `isCostly`. */
  readonly isCostly: boolean;
}

interface PlanContext extends ReadContext {
  readonly settings: RestSettings;
  readonly privilege: Privilege;
}

const everything = parseSelect('*');

function findTable({ schema, target }: ParsedRequest, catalog: Catalog): Table {
  const table = catalog.tables.get(keyOf({ schema, name: target.name }));
  if (table) return table;
  const similar = mostSimilar(target.name, namesIn(schema, catalog.tables.values()));
  throw restError('PGRST205', [schema, target.name], {
    hint: similar && `Perhaps you meant the table '${schema}.${similar}'`,
  });
}

/** The `Range` header says the same as `limit` and `offset`, which win. */
function pagedClauses({ query, range }: ParsedRequest): readonly Clause[] {
  const isPaged = query.clauses.some(
    ({ kind, path }) => path.length === 0 && (kind === 'limit' || kind === 'offset'),
  );
  if (!range || isPaged) return query.clauses;
  const offset: Clause = { kind: 'offset', path: [], value: range.first };
  if (range.last === undefined) return [...query.clauses, offset];
  return [...query.clauses, offset, { kind: 'limit', path: [], value: range.last - range.first + 1n }];
}

function bodyPlan({ method, format }: ParsedRequest): BodyPlan {
  const shape = method === 'HEAD' ? 'none' : format.shape;
  return { shape, stripNulls: format.stripNulls, scalar: false };
}

/** Whether any relation that decides which rows are counted may have rows that the caller does not see. */
function hidesRows({ from, outputs }: ReadPlan, { tables }: Pick<Catalog, 'tables'>): boolean {
  const hides = (name: QualifiedName | undefined) => (name && tables.get(keyOf(name))?.hidesRows) ?? true;
  const embeds = outputs.filter((output) => output.kind === 'embed');
  return (
    hides(from) ||
    embeds.some(({ relationship, read }) => {
      if (relationship.kind === 'computed') return true;
      const isHidden = relationship.kind === 'many-to-many' && hides(relationship.junction);
      return isHidden || hidesRows(read, { tables });
    })
  );
}

/** The planner's estimate knows of rows that policies hide: a caller who may not see them gets the count. */
function countPlan(
  { preferences: { count } }: ParsedRequest,
  { settings, privilege, catalog }: PlanContext,
  read: ReadPlan,
): StatementPlan['count'] {
  if (count === undefined) return undefined;
  if (privilege !== 'service' && hidesRows(read, catalog)) return { upTo: undefined };
  if (count === 'planned') return undefined;
  return { upTo: count === 'estimated' ? BigInt(settings.max_rows) + 1n : undefined };
}

/** An explained statement returns a plan, however many rows it touches. */
function single({ format }: ParsedRequest): StatementPlan['guard'] {
  return format.shape === 'object' && !format.plan ? { kind: 'single' } : undefined;
}

function planTableRead(request: ParsedRequest, context: PlanContext): StatementPlan {
  const table = findTable(request, context.catalog);
  const origin: ReadOrigin = { name: table, table, fromSource: false, paged: true };
  const read = planRead(context, origin, request.query.select, pagedClauses(request));
  return {
    source: undefined,
    read,
    body: bodyPlan(request),
    returning: [],
    count: countPlan(request, context, read),
    guard: single(request),
    location: [],
  };
}

/** Columns that a write must return because the read selects, joins or orders by them. */
function returningColumns(read: ReadPlan): readonly string[] {
  const names = new Set<string>();
  for (const output of read.outputs) {
    if (output.kind === 'column') names.add(output.field.name);
    else if (output.relationship.kind === 'computed') names.add('*');
    else {
      const { relationship } = output;
      const pairs = relationship.kind === 'many-to-many' ? relationship.ownColumns : relationship.columns;
      for (const [own] of pairs) names.add(own);
    }
  }
  for (const { field, joinAlias } of read.order) if (joinAlias === undefined) names.add(field.name);
  return names.has('*') ? ['*'] : [...names];
}

function maxAffected({ preferences, format }: ParsedRequest): StatementPlan['guard'] {
  const { handling, maxAffected: rows } = preferences;
  return handling === 'strict' && rows !== undefined && !format.plan ? { kind: 'atMost', rows } : undefined;
}

function planTableWrite(request: ParsedRequest, context: PlanContext): StatementPlan {
  const table = findTable(request, context.catalog);
  const { preferences, query, method } = request;
  const hasBody = preferences.return === 'representation';
  const origin: ReadOrigin = { name: table, table, fromSource: true, paged: false };
  // The conditions are the write's own. Upstream orders the returned rows but never limits them.
  const clauses = query.clauses.filter(({ kind, path }) => path.length > 0 || kind === 'order');
  const read = planRead(context, origin, hasBody ? query.select : [], hasBody ? clauses : []);
  const location = preferences.return === 'headers-only' && method === 'POST' ? table.primaryKey : [];
  return {
    source: planWrite(request, table),
    read,
    body: hasBody ? bodyPlan(request) : { shape: 'none', stripNulls: false, scalar: false },
    returning: hasBody ? returningColumns(read) : location,
    count: undefined,
    guard: single(request) ?? (method === 'PATCH' || method === 'DELETE' ? maxAffected(request) : undefined),
    location,
  };
}

function planFunction(request: ParsedRequest, context: PlanContext): StatementPlan {
  const source = planCall(request, context.catalog);
  const { routine } = source;
  const { returnsSet, returnsTable } = routine;
  const scalar = routine.returns !== 'composite';
  const limit = maxAffected(request);
  if (limit && !returnsSet) throw restError('PGRST128', []);
  const name = returnsTable ?? routine;
  const table = returnsTable ? context.catalog.tables.get(keyOf(returnsTable)) : undefined;
  const origin: ReadOrigin = { name, table, fromSource: true, paged: true };
  const body = bodyPlan(request);
  const noBody = routine.returns === 'void' || request.preferences.return === 'minimal';
  const shape = !returnsSet && body.shape === 'array' ? 'object' : body.shape;
  return {
    source,
    read: planRead(context, origin, scalar ? everything : request.query.select, pagedClauses(request)),
    body: { ...body, shape: noBody ? 'none' : shape, scalar },
    returning: [],
    count: request.preferences.count ? { upTo: undefined } : undefined,
    guard: single(request) ?? limit,
    location: [],
  };
}

function planStatement(request: ParsedRequest, context: PlanContext): StatementPlan {
  if (request.target.kind === 'function') return planFunction(request, context);
  return request.method === 'GET' || request.method === 'HEAD'
    ? planTableRead(request, context)
    : planTableWrite(request, context);
}

function isReadOnly({ method }: ParsedRequest, { source }: StatementPlan): boolean {
  return !source || (source.kind === 'call' && (method !== 'POST' || !source.routine.volatile));
}

/**
 * Commits by default. Unless the database configures how transactions end, only administrators and the secret key may
 * choose: a rolled-back write would reveal, without a trace, which values exist.
 */
function planTransaction(
  { preferences }: ParsedRequest,
  { catalog, privilege }: PlanContext,
): RequestPlan['transaction'] {
  const { transactionEnd } = catalog.settings;
  const mayChoose =
    transactionEnd === undefined
      ? privilege === 'service' || privilege === 'administrator'
      : transactionEnd.endsWith('-allow-override');
  const wanted = mayChoose ? preferences.tx : undefined;
  const end = transactionEnd?.startsWith('rollback') ? 'rollback' : 'commit';
  return { end: wanted ?? end, chosen: wanted !== undefined };
}

/**
 * Execution plans show what policies hide: names of tables and indexes, and how many rows they hold.
 * @throws RestError PGRST107
 */
function checkExplain({ format }: ParsedRequest, { catalog, settings }: PlanContext): void {
  if (!format.plan || (catalog.settings.plans ?? settings.db_plan_enabled)) return;
  throw restError('PGRST107', [format.contentType.replace('; charset=utf-8', '')]);
}

/** Plans a request: looks up every name in the catalog, decides what the one statement has to do. @throws RestError */
export function planRequest(
  request: ParsedRequest,
  catalog: Catalog,
  settings: RestSettings,
  privilege: Privilege,
): RequestPlan {
  const context = { catalog, settings, privilege };
  checkExplain(request, context);
  const statement = planStatement(request, context);
  return {
    request,
    statement,
    readOnly: isReadOnly(request, statement),
    isCostly: isCostly(request, statement, privilege),
    transaction: planTransaction(request, context),
    searchPath: [...new Set([request.schema, ...settings.extra_search_path])],
  };
}
