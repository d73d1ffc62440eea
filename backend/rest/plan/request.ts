import { keyOf, type Catalog, type Table } from '../catalog/types.ts';
import { restError } from '../errors.ts';
import type { Clause } from '../parse/query.ts';
import type { RestRequest } from '../parse/request.ts';
import type { SelectItem } from '../parse/select.ts';
import { planCall } from './call.ts';
import { planRead, type ReadContext, type ReadOrigin } from './read.ts';
import { isCostly } from './cost.ts';
import { mostSimilar } from './similar.ts';
import type { Standing } from './standing.ts';
import type { BodyPlan, ReadPlan, StatementPlan } from './types.ts';
import { planWrite } from './write.ts';

/** Settings of the installation. */
export interface RestSettings {
  readonly schemas: readonly string[];
  readonly maxRows: number;
  /** Whether requests may ask for execution plans, unless the database says something else. */
  readonly plans: boolean;
  /** Schemas, besides the request's own, in which names without a schema are looked up. */
  readonly extraSearchPath: readonly string[];
}

/** A request with every name looked up. */
export interface RequestPlan {
  readonly request: RestRequest;
  readonly statement: StatementPlan;
  /** Runs in a read-only transaction. */
  readonly readOnly: boolean;
  readonly transaction: TransactionPlan;
  readonly searchPath: readonly string[];
  /** Whether it needs a short timeout: see `isCostly`. */
  readonly isCostly: boolean;
}

interface TransactionPlan {
  readonly end: 'commit' | 'rollback';
  /** Whether the request itself said how it ends, and may. */
  readonly chosen: boolean;
}

interface PlanContext extends ReadContext {
  readonly settings: RestSettings;
  readonly standing: Standing;
}

type TargetPlan = Pick<RequestPlan, 'request' | 'statement' | 'readOnly'>;

const everything: readonly SelectItem[] = [
  {
    kind: 'field',
    field: { name: '*', path: [] },
    alias: undefined,
    cast: undefined,
    aggregate: undefined,
    aggregateCast: undefined,
  },
];

function findTable({ schema, target }: RestRequest, catalog: Catalog): Table {
  const table = catalog.tables.get(keyOf({ schema, name: target.name }));
  if (table) return table;
  const names = [...catalog.tables.values()].filter((each) => each.schema === schema).map(({ name }) => name);
  const similar = mostSimilar(target.name, names);
  throw restError('PGRST205', [schema, target.name], {
    hint: similar ? `Perhaps you meant the table '${schema}.${similar}'` : null,
  });
}

/** The `Range` header says the same as `limit` and `offset`, which win. */
function pagedClauses({ query, range }: RestRequest): readonly Clause[] {
  const isPaged = query.clauses.some(
    ({ kind, path }) => path.length === 0 && (kind === 'limit' || kind === 'offset'),
  );
  if (!range || isPaged) return query.clauses;
  const offset: Clause = { kind: 'offset', path: [], value: range.first };
  if (range.last === undefined) return [...query.clauses, offset];
  return [...query.clauses, offset, { kind: 'limit', path: [], value: range.last - range.first + 1n }];
}

function bodyPlan({ method, format }: RestRequest): BodyPlan {
  const shape = method === 'HEAD' ? 'none' : format.shape;
  return { shape, stripNulls: format.stripNulls, scalar: false };
}

/** The planner's estimate knows of rows that policies hide: it is for the secret key only, others get the count. */
function countPlan(
  { preferences: { count } }: RestRequest,
  { settings, standing }: PlanContext,
): StatementPlan['count'] {
  if (count === undefined) return undefined;
  if (standing !== 'service') return { upTo: undefined };
  if (count === 'planned') return undefined;
  return { upTo: count === 'estimated' ? BigInt(settings.maxRows) + 1n : undefined };
}

/** An explained statement returns a plan, however many rows it touches. */
function single({ format }: RestRequest): StatementPlan['guard'] {
  return format.shape === 'object' && !format.plan ? { kind: 'single' } : undefined;
}

function planTableRead(request: RestRequest, context: PlanContext): TargetPlan {
  const table = findTable(request, context.catalog);
  const origin: ReadOrigin = { name: table, table, fromSource: false, paged: true };
  const statement: StatementPlan = {
    source: undefined,
    read: planRead(context, origin, request.query.select, pagedClauses(request)),
    body: bodyPlan(request),
    returning: [],
    count: countPlan(request, context),
    guard: single(request),
    location: [],
  };
  return { request, statement, readOnly: true };
}

/** Columns that a write must return because the read selects, joins or orders by them. */
function returningColumns(read: ReadPlan): readonly string[] {
  const names = new Set<string>();
  for (const output of read.outputs) {
    if (output.kind === 'column') names.add(output.field.name);
    else if (output.relationship.kind === 'computed') names.add('*');
    else {
      const { relationship } = output;
      const columns = relationship.kind === 'many-to-many' ? relationship.ownColumns : relationship.columns;
      for (const [own] of columns) names.add(own);
    }
  }
  for (const { field, joinAlias } of read.order) if (joinAlias === undefined) names.add(field.name);
  return names.has('*') ? ['*'] : [...names];
}

function maxAffected({ preferences, format }: RestRequest): StatementPlan['guard'] {
  const { handling, maxAffected: rows } = preferences;
  return handling === 'strict' && rows !== undefined && !format.plan ? { kind: 'atMost', rows } : undefined;
}

function planTableWrite(request: RestRequest, context: ReadContext): TargetPlan {
  const table = findTable(request, context.catalog);
  const { preferences, query, method } = request;
  const hasBody = preferences.return === 'representation';
  const origin: ReadOrigin = { name: table, table, fromSource: true, paged: false };
  // The conditions are the write's own. Upstream orders the returned rows but never limits them.
  const clauses = query.clauses.filter(({ kind, path }) => path.length > 0 || kind === 'order');
  const read = planRead(context, origin, hasBody ? query.select : [], hasBody ? clauses : []);
  const location = preferences.return === 'headers-only' && method === 'POST' ? table.primaryKey : [];
  const statement: StatementPlan = {
    source: planWrite(request, table),
    read,
    body: hasBody ? bodyPlan(request) : { shape: 'none', stripNulls: false, scalar: false },
    returning: hasBody ? returningColumns(read) : location,
    count: undefined,
    guard: single(request) ?? (method === 'PATCH' || method === 'DELETE' ? maxAffected(request) : undefined),
    location,
  };
  return { request, statement, readOnly: false };
}

function planFunction(request: RestRequest, context: ReadContext): TargetPlan {
  const { call, routine } = planCall(request, context.catalog);
  const isSet = routine.returnsSet;
  const scalar = routine.returns !== 'composite';
  const limit = maxAffected(request);
  if (limit && !isSet) throw restError('PGRST128', []);
  const table = routine.returnsTable && context.catalog.tables.get(keyOf(routine.returnsTable));
  const origin: ReadOrigin = {
    name: routine.returnsTable ?? routine,
    table,
    fromSource: true,
    paged: true,
  };
  const body = bodyPlan(request);
  const noBody = routine.returns === 'void' || request.preferences.return === 'minimal';
  const shape = !isSet && body.shape === 'array' ? 'object' : body.shape;
  const statement: StatementPlan = {
    source: call,
    read: planRead(context, origin, scalar ? everything : request.query.select, pagedClauses(request)),
    body: { ...body, shape: noBody ? 'none' : shape, scalar },
    returning: [],
    count: request.preferences.count ? { upTo: undefined } : undefined,
    guard: single(request) ?? limit,
    location: [],
  };
  return { request, statement, readOnly: request.method !== 'POST' || !routine.volatile };
}

function planTarget(request: RestRequest, context: PlanContext): TargetPlan {
  if (request.target.kind === 'function') return planFunction(request, context);
  return request.method === 'GET' || request.method === 'HEAD'
    ? planTableRead(request, context)
    : planTableWrite(request, context);
}

/**
 * Commits by default. Unless the database configures how transactions end, only administrators and the secret key may
 * choose: a rolled-back write would reveal, without a trace, which values exist.
 */
function planTransaction({ preferences }: RestRequest, { catalog, standing }: PlanContext): TransactionPlan {
  const { transactionEnd } = catalog.settings;
  const mayChoose =
    transactionEnd === undefined
      ? standing === 'service' || standing === 'administrator'
      : transactionEnd.endsWith('-allow-override');
  const wanted = mayChoose ? preferences.tx : undefined;
  const end = transactionEnd?.startsWith('rollback') ? 'rollback' : 'commit';
  return { end: wanted ?? end, chosen: wanted !== undefined };
}

/**
 * Execution plans show what policies hide: names of tables and indexes, and how many rows they hold.
 * @throws RestError PGRST107
 */
function checkExplain({ format }: RestRequest, { catalog, settings }: PlanContext): void {
  if (!format.plan || (catalog.settings.plans ?? settings.plans)) return;
  throw restError('PGRST107', [format.contentType.replace('; charset=utf-8', '')]);
}

/**
 * Plans a request: looks up every name in the catalog and decides what the one statement has to do.
 * @throws RestError
 */
export function planRequest(
  request: RestRequest,
  catalog: Catalog,
  settings: RestSettings,
  standing: Standing,
): RequestPlan {
  const { aggregates } = catalog.settings;
  const context = { catalog, maxRows: BigInt(settings.maxRows), aggregates, settings, standing };
  checkExplain(request, context);
  const plan = planTarget(request, context);
  return {
    ...plan,
    isCostly: isCostly(request, plan.statement.read, standing),
    transaction: planTransaction(request, context),
    searchPath: [...new Set([request.schema, ...settings.extraSearchPath])],
  };
}
