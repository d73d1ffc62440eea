import {
  ServiceError,
  type ErrorSpec,
  type ErrorTable,
  type MessageValues,
  type ServiceErrorOptions,
} from '../service/errors.ts';

/** Every error of the REST API itself. Errors of PostgreSQL keep their own code and text: see `database-errors.ts`. */
const errorTable = {
  PGRST000: [503, 'Database connection error. Retrying the connection.'],
  PGRST001: [503, 'Database client error. Retrying the connection.'],
  PGRST002: [503, 'Could not query the database for the schema cache. Retrying.'],
  PGRST003: [504, 'Timed out acquiring connection from connection pool.'],
  PGRST100: [400, (where: string) => where],
  PGRST101: [405, (method: string) => `Cannot use the ${method} method on RPC`],
  PGRST102: [400, (reason: string) => reason],
  PGRST103: [416, 'Requested range not satisfiable'],
  PGRST105: [405, "Filters must include all and only primary key columns with 'eq' operators"],
  PGRST106: [406, (schema: string) => `Invalid schema: ${schema}`],
  PGRST107: [406, (types: string) => `None of these media types are available: ${types}`],
  PGRST108: [400, (name: string) => `'${name}' is not an embedded resource in this request`],
  PGRST111: [
    500,
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  ],
  PGRST112: [500, 'response.status guc must be a valid status code'],
  PGRST114: [400, 'limit/offset querystring parameters are not allowed for PUT'],
  PGRST115: [400, 'Payload values do not match URL in primary key column(s)'],
  PGRST116: [406, 'Cannot coerce the result to a single JSON object'],
  PGRST117: [405, (method: string) => `Unsupported HTTP method: ${method}`],
  PGRST118: [400, (target: string) => `A related order on '${target}' is not possible`],
  PGRST120: [400, (target: string) => `Bad operator on the '${target}' embedded resource`],
  PGRST121: [500, 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error'],
  PGRST122: [400, 'Invalid preferences given with handling=strict'],
  PGRST123: [400, 'Use of aggregate functions is not allowed'],
  PGRST124: [400, 'Query result exceeds max-affected preference constraint'],
  PGRST125: [404, 'Invalid path specified in request URL'],
  PGRST126: [404, 'Root endpoint metadata is disabled'],
  PGRST127: [400, 'Feature not implemented'],
  PGRST128: [
    400,
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  ],
  PGRST200: [
    400,
    (parent: string, child: string) =>
      `Could not find a relationship between '${parent}' and '${child}' in the schema cache`,
  ],
  PGRST201: [
    300,
    (parent: string, child: string) =>
      `Could not embed because more than one relationship was found for '${parent}' and '${child}'`,
  ],
  PGRST202: [404, (signature: string) => `Could not find the function ${signature} in the schema cache`],
  PGRST203: [
    300,
    (candidates: string) => `Could not choose the best candidate function between: ${candidates}`,
  ],
  PGRST204: [
    400,
    (column: string, table: string) =>
      `Could not find the '${column}' column of '${table}' in the schema cache`,
  ],
  PGRST205: [
    404,
    (schema: string, table: string) => `Could not find the table '${schema}.${table}' in the schema cache`,
  ],
  PGRST301: [401, (reason: string) => reason],
  PGRST303: [401, (reason: string) => reason],
  /** PostgreSQL's safe-update extension uses this code for a write without a filter. */
  '21000': [400, (verb: string) => `${verb} requires a WHERE clause`],
  /** PostgreSQL's own text for two joins under one name, which is how upstream notices two embeds under one key. */
  '42712': [400, (name: string) => `table name "${name}" specified more than once`],
  /** PostgreSQL's code for a full disk. We reject writes before that. */
  '53100': [503, 'The disk of the server is full. Nothing was written.'],
  /** Not part of the upstream vocabulary: these limits are ours. */
  PGRST413: [413, (limit: string) => `The body is larger than ${limit} bytes`],
  PGRST414: [
    400,
    (bytes: string) => `The result has ${bytes} bytes, more than are sent: ask for fewer rows or columns`,
  ],
  PGRST429: [429, 'Too many requests. Please try again in a moment.'],
  /** A defect of ours. */
  PGRSTX00: [500, 'The server could not do this. Please try again later.'],
} as const satisfies ErrorTable;

/** Optional parts of an error: `hint` is text, as is `details` except for PGRST201; a function's may be any JSON. */
export interface ErrorExtras extends ServiceErrorOptions {
  readonly details?: unknown;
  readonly hint?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error as the client sees it: `{"code","details","hint","message"}` with a status. */
export class RestError extends ServiceError {
  readonly details: unknown;
  readonly hint: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, spec: ErrorSpec, extras: ErrorExtras = {}, values: readonly string[] = []) {
    super(code, spec, extras, values);
    this.details = extras.details ?? null;
    this.hint = extras.hint ?? null;
    this.headers = extras.headers ?? {};
  }
}

/** @param values named by the message */
export function restError<Code extends keyof typeof errorTable>(
  code: Code,
  values: MessageValues<(typeof errorTable)[Code]>,
  extras?: ErrorExtras,
): RestError {
  return new RestError(code, errorTable[code], extras, values);
}

/** Whether a value from the database can be used as headers: an object of texts, optionally with exactly `count` keys. */
export function isHeaders(value: unknown, count?: number): value is Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return (
    (count === undefined || entries.length === count) &&
    entries.every(
      ([name, text]) =>
        /^[\w-]+$/.test(name) && typeof text === 'string' && /^[\t\u0020-\u00ff]*$/.test(text),
    )
  );
}
