/**
 * Every error the REST API makes itself: status and message by code. Errors of PostgreSQL keep their own code and
 * text; see `database-errors.ts`.
 */
const errorTable = {
  PGRST000: { status: 503, message: () => 'Database connection error. Retrying the connection.' },
  PGRST001: { status: 503, message: () => 'Database client error. Retrying the connection.' },
  PGRST002: {
    status: 503,
    message: () => 'Could not query the database for the schema cache. Retrying.',
  },
  PGRST003: { status: 504, message: () => 'Timed out acquiring connection from connection pool.' },
  PGRST100: { status: 400, message: (where: string) => where },
  PGRST101: { status: 405, message: (method: string) => `Cannot use the ${method} method on RPC` },
  PGRST102: { status: 400, message: (reason: string) => reason },
  PGRST103: { status: 416, message: () => 'Requested range not satisfiable' },
  PGRST105: {
    status: 405,
    message: () => "Filters must include all and only primary key columns with 'eq' operators",
  },
  PGRST106: { status: 406, message: (schema: string) => `Invalid schema: ${schema}` },
  PGRST107: {
    status: 406,
    message: (types: string) => `None of these media types are available: ${types}`,
  },
  PGRST108: {
    status: 400,
    message: (name: string) => `'${name}' is not an embedded resource in this request`,
  },
  PGRST111: {
    status: 500,
    message: () =>
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  },
  PGRST112: { status: 500, message: () => 'response.status guc must be a valid status code' },
  PGRST114: {
    status: 400,
    message: () => 'limit/offset querystring parameters are not allowed for PUT',
  },
  PGRST115: {
    status: 400,
    message: () => 'Payload values do not match URL in primary key column(s)',
  },
  PGRST116: { status: 406, message: () => 'Cannot coerce the result to a single JSON object' },
  PGRST117: { status: 405, message: (method: string) => `Unsupported HTTP method: ${method}` },
  PGRST118: {
    status: 400,
    message: (target: string) => `A related order on '${target}' is not possible`,
  },
  PGRST120: {
    status: 400,
    message: (target: string) => `Bad operator on the '${target}' embedded resource`,
  },
  PGRST121: {
    status: 500,
    message: () => 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
  },
  PGRST122: { status: 400, message: () => 'Invalid preferences given with handling=strict' },
  PGRST123: { status: 400, message: () => 'Use of aggregate functions is not allowed' },
  PGRST124: {
    status: 400,
    message: () => 'Query result exceeds max-affected preference constraint',
  },
  PGRST125: { status: 404, message: () => 'Invalid path specified in request URL' },
  PGRST126: { status: 404, message: () => 'Root endpoint metadata is disabled' },
  PGRST127: { status: 400, message: () => 'Feature not implemented' },
  PGRST128: {
    status: 400,
    message: () =>
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  },
  PGRST200: {
    status: 400,
    message: (parent: string, child: string) =>
      `Could not find a relationship between '${parent}' and '${child}' in the schema cache`,
  },
  PGRST201: {
    status: 300,
    message: (parent: string, child: string) =>
      `Could not embed because more than one relationship was found for '${parent}' and '${child}'`,
  },
  PGRST202: {
    status: 404,
    message: (signature: string) => `Could not find the function ${signature} in the schema cache`,
  },
  PGRST203: {
    status: 300,
    message: (candidates: string) => `Could not choose the best candidate function between: ${candidates}`,
  },
  PGRST204: {
    status: 400,
    message: (column: string, table: string) =>
      `Could not find the '${column}' column of '${table}' in the schema cache`,
  },
  PGRST205: {
    status: 404,
    message: (schema: string, table: string) =>
      `Could not find the table '${schema}.${table}' in the schema cache`,
  },
  PGRST301: { status: 401, message: (reason: string) => reason },
  PGRST303: { status: 401, message: (reason: string) => reason },
  /** The name the safe-update extension of PostgreSQL gives to a write without a filter. */
  '21000': { status: 400, message: (verb: string) => `${verb} requires a WHERE clause` },
  /** PostgreSQL's own text for two joins under one name, which is how upstream notices two embeds under one key. */
  '42712': { status: 400, message: (name: string) => `table name "${name}" specified more than once` },
  /** PostgreSQL's own code for it: writes are refused before the disk is full. */
  '53100': { status: 503, message: () => 'The disk of the server is full. Nothing was written.' },
  /** Not part of the upstream vocabulary: these limits are ours. */
  PGRST413: { status: 413, message: (limit: string) => `The body is larger than ${limit} bytes` },
  PGRST414: {
    status: 400,
    message: (bytes: string) =>
      `The result has ${bytes} bytes, more than are sent: ask for fewer rows or columns`,
  },
  PGRST429: { status: 429, message: () => 'Too many requests. Please try again in a moment.' },
} as const;

export type ErrorCode = keyof typeof errorTable;
type MessageValues<Code extends ErrorCode> = Parameters<(typeof errorTable)[Code]['message']>;

/** The parts of an error that only some have. `details` is an array for PGRST201, else text. */
export interface ErrorExtras {
  readonly details?: unknown;
  readonly hint?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error as the client sees it: `{"code","details","hint","message"}` with a status. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, extras: ErrorExtras = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = extras.details ?? null;
    this.hint = extras.hint ?? null;
    this.headers = extras.headers ?? {};
  }

  /** The error body, all four keys present. */
  body(): string {
    const { code, details, hint, message } = this;
    return JSON.stringify({ code, details, hint, message });
  }
}

/** Makes the error of a code of the table; `values` are what its message names. */
export function restError<Code extends ErrorCode>(
  code: Code,
  values: MessageValues<Code>,
  extras?: ErrorExtras,
): RestError {
  const { status, message } = errorTable[code];
  const write = message as (...values: readonly string[]) => string;
  return new RestError(status, code, write(...values), extras);
}

/** Whether a value from the database can be used as headers: an object of texts, with `count` keys if that is given. */
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
