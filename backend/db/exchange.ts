import type { Connection, Submittable } from 'pg';
import { preparedOn, unnamed, type Preparation, type PreparedStatements } from './prepared-statements.ts';

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

/** The parameters of `sessionSql`. */
function settingsOf(session: RequestSession): readonly string[] {
  const { role, claims, method, path, headers, readOnly, searchPath = defaultSearchPath } = session;
  return [role, claims, method, path, headers, readOnly ? 'on' : 'off', timeoutOf(session), searchPath];
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
 * transaction, so it commits as a whole or not at all. Several sessions of one role run the statement one after the other.
 */
export class Exchange implements Submittable {
  /** The results in the order of the sessions. */
  readonly result: Promise<readonly ExchangeResult[]>;
  readonly #sessions: readonly RequestSession[];
  readonly #statement: Statement;
  readonly #named: boolean;
  #resolve!: (result: readonly ExchangeResult[]) => void;
  #reject!: (error: Error) => void;
  readonly #results: ExchangeResult[] = [];
  #rows: (string | null)[][] = [];
  /** Whether the statement of a session comes next, not the one that sets the session. */
  #isSet = false;
  #prepared: PreparedStatements | undefined;

  /** @param named whether the connection keeps statements by name; a pooler may give each round trip another one */
  constructor(sessions: readonly RequestSession[], statement: Statement, named: boolean) {
    this.#sessions = sessions;
    this.#statement = statement;
    this.#named = named;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    const prepared = this.#named ? preparedOn(connection) : undefined;
    this.#prepared = prepared;
    const { sql, values } = this.#statement;
    // In this order: preparing the session first keeps it from being the least recently used statement.
    const first = prepared?.prepareAlways('session', sessionSql) ?? unnamed;
    const second = prepared?.prepare(this.#sessions[0]!.role, sql) ?? unnamed;
    let isParsed = false;
    const run = (statement: Preparation, text: string, parameters: readonly (string | null)[]): void => {
      if (statement.isNew && !isParsed) wire.parse({ name: statement.name, text, types: [] });
      wire.bind({ statement: statement.name, values: [...parameters] });
      wire.execute({ rows: 0 });
    };
    wire.stream.cork();
    try {
      // Before anything can fail: after an error PostgreSQL skips messages until Sync.
      for (const name of second.close) wire.close({ type: 'S', name });
      for (const session of this.#sessions) {
        run(first, sessionSql, settingsOf(session));
        run(second, sql, values);
        // Two unnamed statements replace each other.
        isParsed = prepared !== undefined;
      }
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#isSet) this.#rows.push(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.#isSet) {
      const rowCount = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
      this.#results.push({ rows: this.#rows, rowCount });
      this.#rows = [];
    }
    this.#isSet = !this.#isSet;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}

  handleError(error: Error): void {
    this.#prepared?.fail();
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#results);
  }
}
