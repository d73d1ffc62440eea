import type { ExchangeResult, Statement } from '../../db/exchange.ts';
import type { ExecutionPlan } from '../parse/media.ts';
import type { BodyPlan, StatementPlan } from '../plan/types.ts';
import { renderCounted, renderRows, sourceName } from './read.ts';
import { insertedSetting, renderSource } from './source.ts';
import { identifier, Parameters } from './writer.ts';

/** The one row that every statement returns. */
export interface Outcome {
  /** Rows of the page, or touched by the write. */
  readonly rows: number;
  /** Rows in all; undefined when they were not counted. */
  readonly total: number | undefined;
  readonly body: string;
  /** JSON text that a function of the database set as `response.headers`. */
  readonly headers: string;
  /** Status that a function of the database set as `response.status`. */
  readonly status: string;
  /** Rows that an upsert inserted anew. */
  readonly inserted: number;
  /** Values of the primary key of the first row, for the Location header. */
  readonly location: readonly (string | null)[];
}

const rows = 'pgrst_rows';

function renderValue({ scalar, stripNulls }: BodyPlan): string {
  const all = `json_agg(${rows}${scalar ? '.pgrst_scalar' : ''})`;
  return stripNulls ? `json_strip_nulls(${all})` : all;
}

function renderCsv(): string {
  const header = `coalesce((select string_agg(key, ',') from json_object_keys(json_agg(${rows})->0) as key), '')`;
  const lines = `coalesce(string_agg(substring(${rows}::text, 2, length(${rows}::text) - 2), e'\\n'), '')`;
  return `${header} || e'\\n' || ${lines}`;
}

function renderBody(body: BodyPlan): string {
  switch (body.shape) {
    case 'none':
      return 'null';
    case 'array':
      return `coalesce(${renderValue(body)}, '[]')::text`;
    case 'object':
      return `coalesce(${renderValue(body)}->0, 'null')::text`;
    case 'csv':
      return renderCsv();
    case 'geojson':
      return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(st_asgeojson(${rows})::json), '[]'))::text`;
  }
}

/** Raises an error when the body is too long. PostgreSQL makes the body once, wherever it stands. */
function renderSizeGuard(body: BodyPlan, maxBytes: number): string {
  if (body.shape === 'none') return 'null';
  const bytes = `octet_length(${renderBody(body)})`;
  return `case when ${bytes} > ${maxBytes} then platform.rest_refuse('RE413', ${bytes}) end`;
}

/** Raises an error, which undoes the write, when the number of rows is not the one that the request asks for. */
function renderGuard({ guard, source }: StatementPlan, parameters: Parameters): string {
  const count = source ? `(select count(*) from ${sourceName})` : 'count(*)';
  const refuse = (allowed: string, state: string): string =>
    `case when ${count} ${allowed} then true else platform.rest_refuse('${state}', ${count}) end`;
  if (source?.kind === 'insert' && source.mustMatch.length > 0) return refuse('= 1', 'RE115');
  if (guard?.kind === 'single') return refuse('= 1', 'RE116');
  return guard ? refuse(`<= ${parameters.add(String(guard.rows))}`, 'RE124') : 'null';
}

function renderLocation({ location }: StatementPlan): string {
  if (location.length === 0) return 'null';
  const values = location.map((name) => `s.${identifier(name)}::text`);
  return `(select json_build_array(${values.join(', ')})::text from ${sourceName} as s limit 1)`;
}

/**
 * Renders the one statement of a request. Its text depends on the shape of the request alone, so that PostgreSQL
 * prepares it once; every value is a parameter.
 * @param maxBytes of the body
 */
export function renderStatement(plan: StatementPlan, maxBytes: number): Statement {
  const parameters = new Parameters();
  const { source, read, count } = plan;
  const materialized = source?.kind === 'call' ? 'materialized ' : '';
  const before = source
    ? `with ${sourceName} as ${materialized}(${renderSource(source, plan.returning, parameters)}) `
    : '';
  const page = renderRows(read, parameters);
  const total = count
    ? `(select count(*) from (${renderCounted(read, parameters, count.upTo)}) as pgrst_counted)`
    : 'null';
  const isUpsert = source?.kind === 'insert' && source.conflict;
  const columns = [
    'count(*)',
    total,
    renderBody(plan.body),
    `current_setting('response.headers', true)`,
    `current_setting('response.status', true)`,
    isUpsert ? `current_setting('${insertedSetting}', true)` : 'null',
    renderLocation(plan),
    renderGuard(plan, parameters),
    renderSizeGuard(plan.body, maxBytes),
  ];
  const sql = `${before}select ${columns.join(', ')} from (${page}) as ${rows}`;
  return { sql, values: parameters.values };
}

/** Asks the planner how many rows there are. */
export function renderEstimate({ read }: StatementPlan): Statement {
  const parameters = new Parameters();
  const counted = renderCounted(read, parameters, undefined);
  return { sql: `explain (format json) ${counted}`, values: parameters.values };
}

/** Makes a statement return its execution plan. Only `analyze` runs it. */
export function explain({ sql, values }: Statement, { format, options }: ExecutionPlan): Statement {
  return { sql: `explain (${[`format ${format}`, ...options].join(', ')}) ${sql}`, values };
}

/** Reads an execution plan: a line each row, or JSON in one. */
export function readPlan({ rows: lines }: ExchangeResult): string {
  return lines.map(([line]) => `${line ?? ''}\n`).join('');
}

/** Reads the result of `renderStatement`. */
export function readOutcome({ rows: [row = []] }: ExchangeResult): Outcome {
  const [count, total, body, headers, status, inserted, location] = row;
  return {
    rows: Number(count ?? 0),
    total: total == null ? undefined : Number(total),
    body: body ?? '',
    headers: headers ?? '',
    status: status ?? '',
    inserted: Number(inserted ?? 0),
    location: location == null ? [] : (JSON.parse(location) as (string | null)[]),
  };
}

/** Reads the result of `renderEstimate`. */
export function readEstimate({ rows: [row] }: ExchangeResult): number {
  const [explained] = JSON.parse(row?.[0] ?? '[]') as { readonly Plan?: { readonly 'Plan Rows'?: number } }[];
  return explained?.Plan?.['Plan Rows'] ?? 0;
}
