import { headerName, mayHaveBody, type Reply } from '../http/reply.ts';
import { isHeaders, restError } from './errors.ts';
import type { RequestPlan } from './plan/request.ts';
import type { Outcome } from './sql/statement.ts';

function contentRange(rows: number, offset: number, total: number | undefined): string {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  return `${range}/${total ?? '*'}`;
}

function pageStatus(rows: number, offset: number, total: number | undefined): number {
  if (total === undefined) return 200;
  if (offset > total)
    throw restError('PGRST103', [], {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    });
  return rows < total ? 206 : 200;
}

function writeStatus({ request, statement }: RequestPlan, { inserted }: Outcome): number {
  const { source, body } = statement;
  const isUnchanged = source?.kind === 'insert' && source.conflict !== undefined && inserted === 0;
  if (source?.kind !== 'insert' || (isUnchanged && request.method === 'PUT'))
    return body.shape === 'none' ? 204 : 200;
  return isUnchanged ? 200 : 201;
}

function writeRange({ request }: RequestPlan, rows: number): string {
  const total = request.preferences.count ? rows : undefined;
  return contentRange(request.method === 'PATCH' ? rows : 0, 0, total);
}

function preferenceApplied({ request, statement, transaction }: RequestPlan): string {
  const { preferences, method } = request;
  const { source } = statement;
  const isInsert = source?.kind === 'insert';
  const applied: (readonly [string, unknown])[] = [
    ['resolution', isInsert && method === 'POST' ? preferences.resolution : undefined],
    ['missing', isInsert || method === 'PATCH' ? preferences.missing : undefined],
    ['return', source && preferences.return],
    ['count', preferences.count],
    ['tx', transaction.chosen ? preferences.tx : undefined],
    ['handling', preferences.handling],
    ['max-affected', preferences.handling === 'strict' ? preferences.maxAffected : undefined],
  ];
  return applied
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(', ');
}

/** Clients refuse a response with 16 KiB of headers; a header that only repeats what the client knows is left out before. */
const maxUrlCharacters = 4096;

function urlHeader(name: 'Location' | 'Content-Location', url: string): Readonly<Record<string, string>> {
  return url.length > maxUrlCharacters ? {} : { [name]: url };
}

function location({ request, statement }: RequestPlan, outcome: Outcome) {
  if (outcome.location.length === 0) return undefined;
  const filters = statement.location.map((name, index) => {
    const value = outcome.location[index] ?? null;
    const filter = value === null ? 'is.null' : `eq.${value}`;
    return `${encodeURIComponent(name)}=${encodeURIComponent(filter)}`;
  });
  return urlHeader('Location', `/${encodeURIComponent(request.target.name)}?${filters.join('&')}`);
}

function contentLocation({ target, query }: RequestPlan['request']): string {
  const path = `${target.kind === 'function' ? '/rpc' : ''}/${encodeURIComponent(target.name)}`;
  return query.canonical === '' ? path : `${path}?${query.canonical}`;
}

/** Headers that do not depend on the rows. */
export function fixedHeaders(plan: RequestPlan): Readonly<Record<string, string>> {
  const { request, statement } = plan;
  const profile = request.schemaGiven && { 'Content-Profile': request.schema };
  // Responses of this API may hold personal data.
  const noStore = 'no-store';
  const { contentType } = request.format;
  if (request.format.plan) return { 'Cache-Control': noStore, 'Content-Type': contentType, ...profile };
  const applied = preferenceApplied(plan);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const hasType = statement.body.shape !== 'none' || request.method === 'HEAD';
  return {
    'Cache-Control': noStore,
    ...(hasType && { 'Content-Type': contentType }),
    ...(applied !== '' && { 'Preference-Applied': applied }),
    ...profile,
    ...(isRead && urlHeader('Content-Location', contentLocation(request))),
  };
}

/** The headers that a function of the database asked for: an array of objects with one text each. */
function databaseHeaders(text: string): Readonly<Record<string, string>> {
  if (text === '') return {};
  try {
    const list: unknown = JSON.parse(text);
    const isList = Array.isArray(list) && list.every((each: unknown) => isHeaders(each, 1));
    if (isList)
      return Object.fromEntries(
        (list as Record<string, string>[])
          .flatMap(Object.entries<string>)
          .map(([name, value]) => [headerName(name), value]),
      );
  } catch {
    // Not JSON.
  }
  throw restError('PGRST111', []);
}

function databaseStatus(text: string): number | undefined {
  if (text === '') return undefined;
  if (!/^[2-5]\d\d$/.test(text)) throw restError('PGRST112', []);
  return Number(text);
}

function statusAndRange(plan: RequestPlan, outcome: Outcome, total: number | undefined) {
  const { source, read } = plan.statement;
  if (source && source.kind !== 'call')
    return { status: writeStatus(plan, outcome), range: writeRange(plan, outcome.rows) };
  const offset = Number(read.offset);
  const status = pageStatus(outcome.rows, offset, total);
  const range = contentRange(outcome.rows, offset, total);
  return { status: source?.routine.returns === 'void' ? 204 : status, range };
}

/**
 * Makes the response from the statement's outcome. `total` is the number of rows when the request asks for it.
 * @throws RestError PGRST103, PGRST111, PGRST112
 */
export function makeResponse(
  plan: RequestPlan,
  fixed: Readonly<Record<string, string>>,
  outcome: Outcome,
  total: number | undefined,
): Reply {
  const { status, range } = statusAndRange(plan, outcome, total);
  const headers = {
    ...fixed,
    'Content-Range': range,
    ...location(plan, outcome),
    ...databaseHeaders(outcome.headers),
  };
  const finalStatus = databaseStatus(outcome.status) ?? status;
  const hasBody = plan.statement.body.shape !== 'none' && mayHaveBody(finalStatus);
  return { status: finalStatus, headers, body: hasBody ? outcome.body : null };
}
