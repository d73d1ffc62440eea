import { readFile } from 'node:fs/promises';

/** A request, and what each actor gets for it, as a person has written it down. */
export interface Expectation {
  /** The table, function or bucket. */
  readonly about: string;
  /** Begins with the verb: `select all`, `insert own`. */
  readonly what: string;
  readonly method: string;
  /** Names in braces are filled in by the test. */
  readonly path: string;
  readonly body: string | undefined;
  /** By actor. */
  readonly outcomes: ReadonlyMap<string, string>;
}

const headingLine = /^## (\S+)$/;
const requestLine = /^- (.+?): `([A-Z]+) (\S+)`(?: `(.+)`)?$/;

function cells(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

interface Section {
  readonly requests: Map<string, RegExpExecArray>;
  actors: readonly string[];
}

function readRow(about: string, { requests, actors }: Section, line: string): Expectation {
  const [what = '', ...outcomes] = cells(line);
  const request = requests.get(what);
  if (!request) throw new Error(`${about}: the row “${what}” has no request above the table`);
  if (outcomes.length !== actors.length) throw new Error(`${about}: the row “${what}” is not complete`);
  requests.delete(what);
  return {
    about,
    what,
    method: request[2]!,
    path: request[3]!,
    body: request[4],
    outcomes: new Map(actors.map((actor, column) => [actor, outcomes[column]!])),
  };
}

/**
 * Reads expectations from Markdown: below each `## name` the requests as a list, then a table with a row for each of
 * them and a column for each actor.
 * @throws Error for a request without a row and a row without a request
 */
export async function readExpectations(file: string): Promise<readonly Expectation[]> {
  const found: Expectation[] = [];
  let about = '';
  let section: Section = { requests: new Map(), actors: [] };
  const end = () => {
    const [forgotten] = section.requests.keys();
    if (forgotten !== undefined) throw new Error(`${about}: “${forgotten}” has no row in the table`);
  };
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const heading = headingLine.exec(line)?.[1];
    const request = requestLine.exec(line);
    if (heading !== undefined) {
      end();
      about = heading;
      section = { requests: new Map(), actors: [] };
    } else if (about !== '' && request) {
      section.requests.set(request[1]!, request);
    } else if (about !== '' && line.startsWith('|') && !/^\|[ :-]+\|/.test(line)) {
      if (section.actors.length === 0) section.actors = cells(line).slice(1);
      else found.push(readRow(about, section, line));
    }
  }
  end();
  return found;
}

/** The cells that are not as expected, each as one line; empty when all are. */
export async function differences(
  expectations: readonly Expectation[],
  outcome: (expectation: Expectation, actor: string) => Promise<string>,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const expectation of expectations) {
    for (const [actor, expected] of expectation.outcomes) {
      const actual = await outcome(expectation, actor);
      const cell = `${expectation.about} · ${expectation.what} · ${actor}`;
      if (actual !== expected) lines.push(`${cell}: expected “${expected}”, got “${actual}”`);
    }
  }
  return lines;
}
