import { createHash } from 'node:crypto';
import type { Connection, Submittable } from 'pg';

/** A statement and its parameters, in PostgreSQL's text format (null stands for NULL). */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | null)[];
}

/** Whom a request runs as: a database role, and what `current_setting` tells the policies about the request. */
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
  /** Where names without a schema are looked up, as SQL writes it. PostgreSQL's own default without it. */
  readonly searchPath?: string;
  /** Nothing of what the statement does stays. */
  readonly rollback?: boolean;
}

/** The rows of the last statement, each value as PostgreSQL's text, and how many rows it touched. */
export interface ExchangeResult {
  readonly rows: readonly (readonly (string | null)[])[];
  readonly rowCount: number;
}

const sessionSql = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('transaction_read_only', $6, true),
  set_config('statement_timeout', $7, true), set_config('search_path', $8, true)`;

const defaultSearchPath = '"$user", public';

/** How long a caller's statement may take, as on a hosted project. The holder of the secret key may take longer. */
const statementTimeouts: Readonly<Record<string, string>> = { anon: '3s', authenticated: '8s' };

/** Prepared statements kept on one connection; beyond that the one that was not used for longest goes. */
const maxPrepared = 500;

/** What one connection has prepared, and what the exchange under way on it has sent to be parsed. */
interface Prepared {
  /** Least recently used first. */
  readonly names: Set<string>;
  parsing: string[];
}
const preparedByConnection = new WeakMap<Connection, Prepared>();

function preparedOn(connection: Connection): Prepared {
  const known = preparedByConnection.get(connection);
  if (known) return known;
  const prepared: Prepared = { names: new Set(), parsing: [] };
  // A statement that fails when it runs has been parsed all the same, so only ParseComplete tells.
  connection.on('parseComplete', () => {
    const name = prepared.parsing.shift();
    if (name) prepared.names.add(name);
  });
  preparedByConnection.set(connection, prepared);
  return prepared;
}

/** Cached plans depend on the role whose policies they contain, so the role is part of the name. */
function statementName(role: string, sql: string): string {
  return createHash('sha1').update(role).update('\0').update(sql).digest('base64url');
}

/** What pg's Connection does and its types leave out. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(query: { name: string; text: string; types: number[] }): void;
  bind(config: { statement: string; values: (string | null)[] }): void;
  execute(config: { rows: number }): void;
  close(statement: { type: 'S'; name: string }): void;
  sync(): void;
}

/**
 * One exchange with the database: set role and claims, run the statement, Sync; written at once, read at once.
 * Everything before Sync is one implicit transaction, so it commits as a whole or not at all.
 */
export class Exchange implements Submittable {
  readonly result: Promise<ExchangeResult>;
  readonly #session: RequestSession;
  readonly #statement: Statement;
  readonly #name: string;
  #resolve!: (result: ExchangeResult) => void;
  #reject!: (error: Error) => void;
  #rows: (string | null)[][] = [];
  #rowCount = 0;
  #completed = 0;
  #prepared: Prepared | undefined;

  constructor(session: RequestSession, statement: Statement) {
    this.#session = session;
    this.#statement = statement;
    this.#name = statementName(session.role, statement.sql);
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    const { role, claims, method, path, headers, readOnly, searchPath } = this.#session;
    const wire = connection as unknown as Wire;
    const prepared = preparedOn(connection);
    this.#prepared = prepared;
    const parse = (name: string, text: string): void => {
      // Taking it out and putting it in again keeps the set in the order of use.
      if (prepared.names.delete(name)) return void prepared.names.add(name);
      prepared.parsing.push(name);
      wire.parse({ name, text, types: [] });
    };
    const timeout = statementTimeouts[role] ?? '0';
    const access = readOnly ? 'on' : 'off';
    const settings = [role, claims, method, path, headers, access, timeout, searchPath ?? defaultSearchPath];
    wire.stream.cork();
    try {
      const oldest = prepared.names.values().next().value;
      if (prepared.names.size >= maxPrepared && oldest !== undefined) {
        prepared.names.delete(oldest);
        wire.close({ type: 'S', name: oldest });
      }
      parse('session', sessionSql);
      wire.bind({ statement: 'session', values: settings });
      wire.execute({ rows: 0 });
      parse(this.#name, this.#statement.sql);
      wire.bind({ statement: this.#name, values: [...this.#statement.values] });
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
    if (this.#prepared) this.#prepared.parsing = [];
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve({ rows: this.#rows, rowCount: this.#rowCount });
  }
}
