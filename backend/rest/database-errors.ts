import type pg from 'pg';
import { isHeaders, RestError, restError } from './errors.ts';

/** SQLSTATE to status, the first matching prefix decides; 400 for all others. After PostgREST's Error.hs. */
const statusByState: readonly (readonly [prefix: string, status: number])[] = [
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  // The select list is longer than PostgreSQL allows: the request's doing, where upstream says 500.
  ['54011', 400],
  ['53400', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57P', 503],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0001', 400],
  ['P0', 500],
  ['XX', 500],
];

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
  return statusByState.find(([prefix]) => state.startsWith(prefix))?.[1] ?? 400;
}

interface RaisedMessage {
  readonly code: string;
  readonly message: string;
  readonly details?: string;
  readonly hint?: string;
}
interface RaisedDetail {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

function parseObject(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function raisedMessage(text: string): RaisedMessage | undefined {
  const value = parseObject(text);
  if (typeof value?.['code'] !== 'string' || typeof value['message'] !== 'string') return undefined;
  return /^[\w-]+$/.test(value['code']) ? (value as unknown as RaisedMessage) : undefined;
}

function raisedDetail(text: string | undefined): RaisedDetail | undefined {
  const value = parseObject(text);
  const status = value?.['status'];
  const usable = value && Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;
  return usable && isHeaders(value['headers']) ? (value as unknown as RaisedDetail) : undefined;
}

/** `raise sqlstate 'PGRST'` lets a function define the whole error as JSON in its message and detail. */
function raisedByFunction(error: pg.DatabaseError): RestError {
  const message = raisedMessage(error.message);
  if (!message)
    return restError('PGRST121', [], {
      details: `Invalid JSON value for MESSAGE: '${error.message}'`,
      hint: "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    });
  const detail = raisedDetail(error.detail);
  if (!detail)
    return restError('PGRST121', [], {
      details:
        error.detail === undefined
          ? 'DETAIL is missing in the RAISE statement'
          : `Invalid JSON value for DETAIL: '${error.detail}'`,
      hint: "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    });
  return new RestError(detail.status, message.code, message.message, {
    details: message.details ?? null,
    hint: message.hint ?? null,
    headers: detail.headers,
  });
}

/**
 * The wire error for an error of PostgreSQL. Details and hints of constraint errors hold values of rows, so the anonymous
 * role does not get them.
 */
export function fromDatabaseError(error: pg.DatabaseError, role: string): RestError {
  const state = error.code ?? '';
  const refusal = refusals[state];
  if (refusal) return refusal(error.detail ?? '');
  if (state === 'PGRST') return raisedByFunction(error);
  const status = statusOf(state, error.message, role === 'anon');
  const secret = role === 'anon' && state.startsWith('23');
  return new RestError(status, state, error.message, {
    cause: error,
    details: secret ? null : (error.detail ?? null),
    hint: secret ? null : (error.hint ?? null),
    headers: status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
  });
}
