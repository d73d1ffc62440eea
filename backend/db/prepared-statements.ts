import { createHash } from 'node:crypto';
import type { Connection } from 'pg';
import { createCache } from '../util/cache.ts';

/** Longest statement to keep; PostgreSQL needs some 250 bytes for each character of SQL. */
const maxStatementCharacters = 4096;
/** Beyond these bounds a connection closes its least recently used statements. */
const maxPrepared = 200;
const maxCharacters = 65_536;

/** Names of the owner's statements by SQL; undefined for statements that came once. */
const statementNames = new Map<string, string | undefined>();
/** Clients' requests decide the text of some statements, so their number needs a bound. */
const maxStatements = 500;

/**
 * Names a statement by its text, so that each connection parses and plans it once. Long statements and those that come
 * for the first time get the empty name, which means not prepared.
 */
export function statementName(sql: string): string {
  const known = statementNames.get(sql);
  if (known !== undefined) return known;
  if (sql.length > maxStatementCharacters) return '';
  if (statementNames.has(sql)) {
    const name = createHash('sha256').update(sql).digest('base64url');
    statementNames.set(sql, name);
    return name;
  }
  if (statementNames.size < maxStatements) statementNames.set(sql, undefined);
  return '';
}

/** Names recently used on any connection. */
const met = createCache<true>({ maxSize: 2000 });

/** Whether a statement was seen before: a flood of one-off statements must not fill PostgreSQL's memory. */
function wasMet(name: string): boolean {
  if (met.get(name)) return true;
  met.set(name, true);
  return false;
}

/** Names of callers' statements by role and SQL: the same text comes again and again. */
const names = createCache<string>({
  maxSize: 4_000_000,
  maxEntries: 2000,
  sizeCalculation: (_, key) => key.length,
});

/** The role is part of the name: a cached plan contains the policies of its role. */
function nameOf(role: string, sql: string): string {
  const key = `${role}\0${sql}`;
  const known = names.get(key);
  if (known) return known;
  const name = createHash('sha1').update(key).digest('base64url');
  names.set(key, name);
  return name;
}

/** The messages that a statement needs on a connection. */
export interface Preparation {
  /** Empty for an unnamed statement, which the next unnamed one replaces. */
  readonly name: string;
  /** Whether Parse has to be sent. */
  readonly isNew: boolean;
  /** Statements to close first. */
  readonly close: readonly string[];
}

/** Prepares a statement that is not cached. */
export const unnamed: Preparation = { name: '', isNew: true, close: [] };

export class PreparedStatements {
  /** Characters of SQL by name. */
  readonly #prepared = createCache<number>({
    maxSize: maxCharacters,
    maxEntries: maxPrepared,
    sizeCalculation: (characters) => characters,
    dispose: (_, name) => this.#evicted.push(name),
  });
  /** Statements that the next round trip closes. */
  #evicted: string[] = [];
  /** Statements sent to be parsed and not acknowledged yet, in order. */
  #parsing: { readonly name: string; readonly characters: number }[] = [];

  constructor(connection: Connection) {
    // Count ParseComplete only: a statement that fails at execution was parsed all the same.
    connection.on('parseComplete', () => {
      const parsed = this.#parsing.shift();
      if (!parsed || parsed.name === '') return;
      this.#prepared.set(parsed.name, parsed.characters);
    });
  }

  /** Prepares a statement of a role; keeps it if it is short and was seen before. */
  prepare(role: string, sql: string): Preparation {
    if (sql.length > maxStatementCharacters) return this.#start('', sql);
    const name = nameOf(role, sql);
    const seen = wasMet(name);
    if (this.#prepared.get(name) !== undefined) return { name, isNew: false, close: [] };
    return this.#start(seen ? name : '', sql, this.#takeEvicted());
  }

  /** Prepares a statement that every round trip uses: being used most recently, it is never evicted. */
  prepareAlways(name: string, sql: string): Preparation {
    return this.#prepared.get(name) === undefined
      ? this.#start(name, sql)
      : { name, isNew: false, close: [] };
  }

  /** Call this when the round trip failed: PostgreSQL skips the Parse messages it has not read yet. */
  fail(): void {
    this.#parsing = [];
  }

  #start(name: string, sql: string, close: readonly string[] = []): Preparation {
    this.#parsing.push({ name, characters: sql.length });
    return { name, isNew: true, close };
  }

  #takeEvicted(): readonly string[] {
    const evicted = this.#evicted;
    this.#evicted = [];
    return evicted;
  }
}

const byConnection = new WeakMap<Connection, PreparedStatements>();

/** The statements that a connection has prepared. */
export function preparedOn(connection: Connection): PreparedStatements {
  const known = byConnection.get(connection);
  if (known) return known;
  const prepared = new PreparedStatements(connection);
  byConnection.set(connection, prepared);
  return prepared;
}
