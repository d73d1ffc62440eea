import type { Connection, Submittable } from 'pg';
import { preparedOn, unnamed, type PreparedStatements } from './prepared-statements.ts';

/** A statement and its parameters, in PostgreSQL's text format (null stands for NULL). */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | null)[];
}

/** The identity of a request: its database role, and the facts that `current_setting` gives to policies. */
export interface RequestSession {
  readonly role: string;
  /** JSON text of the token's claims. */
  readonly claims: string;
  readonly method: string;
  readonly path: string;
  /** JSON text of the request headers, names in lower case. */
  readonly headers: string;
  /** GET and HEAD run in a read-only transaction. */
  readonly readOnly: boolean;
  /** Search path in SQL's notation. Default: `defaultSearchPath`. */
  readonly searchPath?: string;
  /** Rolls the statement back. */
  readonly rollback?: boolean;
  /** The statement may cost more than the request is worth: it gets a short `statement_timeout`. */
  readonly isCostly?: boolean;
}

/** The rows of the last statement, each value as PostgreSQL's text, and the number of rows it touched. */
export interface ExchangeResult {
  readonly rows: readonly (readonly (string | null)[])[];
  readonly rowCount: number;
}

/** Parallel workers and compilation are off: a request uses one core, and no statement of it repays compilation. */
const sessionSql = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('transaction_read_only', $6, true),
  set_config('statement_timeout', $7, true), set_config('search_path', $8, true),
  set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)`;

/** The same as that of a hosted project's roles. */
export const defaultSearchPath = '"$user", public, extensions';

/** The limit of a statement's time. The holder of the secret key has none. */
function timeoutOf({ role, method, isCostly }: RequestSession): string {
  if (role === 'service_role') return '0';
  if (isCostly) return '250ms';
  const isRead = method === 'GET' || method === 'HEAD';
  // A write may have to wait for a lock, or for the disk.
  return role === 'authenticated' && !isRead ? '8s' : '1s';
}

/** Methods of pg's Connection that its types leave out. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(query: { name: string; text: string; types: number[] }): void;
  bind(config: { statement: string; values: (string | null)[] }): void;
  execute(config: { rows: number }): void;
  close(statement: { type: 'S'; name: string }): void;
  sync(): void;
}

/**
 * One round trip: set role and claims, run the statement, Sync, in a single write. Everything before Sync is one implicit
 * transaction, so it commits as a whole or not at all.
 */
export class Exchange implements Submittable {
  readonly result: Promise<ExchangeResult>;
  readonly #session: RequestSession;
  readonly #statement: Statement;
  readonly #named: boolean;
  #resolve!: (result: ExchangeResult) => void;
  #reject!: (error: Error) => void;
  #rows: (string | null)[][] = [];
  #rowCount = 0;
  #completed = 0;
  #prepared: PreparedStatements | undefined;

  /** @param named whether the connection keeps statements by name; a pooler may give each round trip another one */
  constructor(session: RequestSession, statement: Statement, named: boolean) {
    this.#session = session;
    this.#statement = statement;
    this.#named = named;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    const { role, claims, method, path, headers, readOnly, searchPath } = this.#session;
    const wire = connection as unknown as Wire;
    const prepared = this.#named ? preparedOn(connection) : undefined;
    this.#prepared = prepared;
    const { sql, values } = this.#statement;
    const access = readOnly ? 'on' : 'off';
    const timeout = timeoutOf(this.#session);
    const settings = [role, claims, method, path, headers, access, timeout, searchPath ?? defaultSearchPath];
    // In this order: preparing the session first keeps it from being the least recently used statement.
    const first = prepared?.prepareAlways('session', sessionSql) ?? unnamed;
    const second = prepared?.prepare(role, sql) ?? unnamed;
    wire.stream.cork();
    try {
      // Before anything can fail: after an error PostgreSQL skips messages until Sync.
      for (const name of second.close) wire.close({ type: 'S', name });
      if (first.isNew) wire.parse({ name: first.name, text: sessionSql, types: [] });
      wire.bind({ statement: first.name, values: settings });
      wire.execute({ rows: 0 });
      if (second.isNew) wire.parse({ name: second.name, text: sql, types: [] });
      wire.bind({ statement: second.name, values: [...values] });
      wire.execute({ rows: 0 });
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#completed === 1) this.#rows.push(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#completed += 1;
    if (this.#completed === 2) this.#rowCount = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}

  handleError(error: Error): void {
    this.#prepared?.fail();
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve({ rows: this.#rows, rowCount: this.#rowCount });
  }
}
