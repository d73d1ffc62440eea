import type pg from 'pg';
import * as v from 'valibot';
import { isUnavailable, refusesWrites } from '../db/failures.ts';
import { databaseRetryAfterSeconds } from '../service/dialect.ts';
import { isHeaders, RestError, restError } from './errors.ts';

/** Statuses by SQLSTATE, or by the beginning of it; the longest decides. After PostgREST's Error.hs. */
const statesByStatus = {
  // 54011: the select list is longer than PostgreSQL allows: the request's doing, where upstream says 500.
  400: '54011 P0001',
  403: '0L 0P 28',
  404: '42883 42P01',
  405: '25006',
  // 40P01: PostgreSQL ended one of two transactions that waited for each other; repeating the request works. Upstream says 500.
  409: '23503 23505 40P01',
  500: '09 25 2D 38 39 3B 40 42P17 53400 54 55 57 58 F0 HV P0 XX',
  503: '08 53 57P',
};
const statusByState = new Map(
  Object.entries(statesByStatus).flatMap(([status, states]) =>
    states.split(' ').map((state) => [state, Number(status)]),
  ),
);

/** The errors that `platform.rest_refuse` raises, by its codes. */
const refusals: Readonly<Record<string, (detail: string) => RestError>> = {
  RE116: (rows) => restError('PGRST116', [], { details: `The result contains ${rows} rows` }),
  RE124: (rows) => restError('PGRST124', [], { details: `The query affects ${rows} rows` }),
  RE115: () => restError('PGRST115', []),
  RE413: (bytes) => restError('PGRST414', [bytes]),
};

function statusOf(state: string, message: string, anonymous: boolean): number {
  if (state === '42501') return anonymous ? 401 : 403;
  if (state === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (state === '22023' && /^role .* does not exist$/.test(message)) return 401;
  if (state.startsWith('PT')) return /^[2-5]\d\d$/.test(state.slice(2)) ? Number(state.slice(2)) : 500;
  const known = [5, 3, 2].map((length) => statusByState.get(state.slice(0, length)));
  return known.find((status) => status !== undefined) ?? 400;
}

/** Roles of callers whose statements have a time limit: what exceeds it is their own making. */
const limitedRoles = new Set(['anon', 'authenticated']);
const cancelled = '57014';

const jsonText = v.pipe(v.string(), v.parseJson());
const raisedMessage = v.pipe(
  jsonText,
  v.object({
    code: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
    message: v.string(),
    details: v.optional(v.unknown()),
    hint: v.optional(v.unknown()),
  }),
);
const raisedDetail = v.pipe(
  jsonText,
  v.object({
    status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
    headers: v.custom<Readonly<Record<string, string>>>((value) => isHeaders(value)),
  }),
);

/** `raise sqlstate 'PGRST'` lets a function define the whole error as JSON in its message and detail. */
function raisedByFunction(error: pg.DatabaseError): RestError {
  const message = v.safeParse(raisedMessage, error.message);
  if (!message.success)
    return restError('PGRST121', [], {
      details: `Invalid JSON value for MESSAGE: '${error.message}'`,
      hint: "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    });
  const detail = v.safeParse(raisedDetail, error.detail);
  if (!detail.success)
    return restError('PGRST121', [], {
      details:
        error.detail === undefined
          ? 'DETAIL is missing in the RAISE statement'
          : `Invalid JSON value for DETAIL: '${error.detail}'`,
      hint: "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    });
  const { code, message: text, details, hint } = message.output;
  const { status, headers } = detail.output;
  return new RestError(code, [status, text], { details, hint, headers });
}

/** Not null, check constraint, check option of a view: their detail is `Failing row contains (…)`, with columns that the caller may not read. */
const statesWithRow: ReadonlySet<string> = new Set(['23502', '23514', '44000']);

/**
 * Says which grant is missing where a migration created a table without one. Upstream, projects from before 2026 needed none.
 * Undefined for other errors.
 */
function grantHint({ code, message }: pg.DatabaseError, role: string): string | undefined {
  const denied = /^permission denied for (table|view|materialized view|sequence|function) (.+)$/.exec(
    message,
  );
  if (code !== '42501' || !denied) return undefined;
  const [, kind = '', name] = denied;
  const right =
    kind === 'function' ? 'execute on function' : kind === 'sequence' ? 'usage on sequence' : 'select on';
  return `Grant the right in a migration, as in “grant ${right} ${name} to ${role};”. For all that later migrations create in public, set auto_expose_new_tables = true under [api] in config.toml.`;
}

/** Decides the wording of errors. */
interface Telling {
  readonly role: string;
  /** The project does not set who may reach new tables, so a missing privilege comes with the grant to add. */
  readonly tellsGrants: boolean;
}

/**
 * The wire error for an error of PostgreSQL. Details and hints of constraint errors hold values of rows, so the anonymous
 * role does not get them; nobody gets a whole row.
 */
export function fromDatabaseError(error: pg.DatabaseError, { role, tellsGrants }: Telling): RestError {
  const state = error.code ?? '';
  const refusal = refusals[state];
  if (refusal) return refusal(error.detail ?? '');
  if (state === 'PGRST') return raisedByFunction(error);
  const status = refusesWrites(error) ? 503 : statusOf(state, error.message, role === 'anon');
  const secret = statesWithRow.has(state) || (role === 'anon' && state.startsWith('23'));
  const hint = error.hint ?? (tellsGrants ? grantHint(error, role) : undefined);
  return new RestError(state, [status, error.message], {
    cause: error,
    isCallersDoing: state === cancelled && limitedRoles.has(role),
    ...(status === 503 && isUnavailable(error) && { retryAfterSeconds: databaseRetryAfterSeconds }),
    ...(!secret && { details: error.detail, hint }),
    headers: status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
  });
}
