/*
 * The least that a Node server can do for the requests of the measurements: `node least.ts <port> <socket folder> <project>
 * [<layers>]`. It takes the request, makes the same round trip as the backend (role, claims, policies, the same statement)
 * and writes the row. It knows every request that it has met, checks no token and has no limits. Each layer puts a part of
 * the backend in the place of its own: 1 the shell, 2 the connections, 3 plan and response.
 */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { parse } from 'smol-toml';
import { protocolSettings } from '../../config/protocol.ts';
import { openDatabase } from '../../db/database.ts';
import { Exchange, type ExchangeResult, type RequestSession, type Statement } from '../../db/exchange.ts';
import { createHttpServer } from '../../http/listen.ts';
import { jsonText, notFound, type Reply } from '../../http/reply.ts';
import { NodeHeaders, type HttpRequest, type RequestHeaders } from '../../http/request.ts';
import { TrustedProxies } from '../../http/trusted-proxies.ts';
import { inTurns } from '../../http/turns.ts';
import { requestSession } from '../../identity/caller.ts';
import { buildCatalog } from '../../rest/catalog/load.ts';
import { readCatalogRows } from '../../rest/catalog/queries.ts';
import { createPrepare } from '../../rest/prepare.ts';
import { makeResponse } from '../../rest/response.ts';
import { readOutcome } from '../../rest/sql/statement.ts';
import { readBody } from '../../service/body.ts';

const connections = 16;
const maxBodyBytes = 65_536;
const [port, host, project = '', layers = '0'] = process.argv.slice(2);
const [hasShell, hasConnections, hasPlan] = [1, 2, 3].map((layer) => Number(layers) >= layer);
const access = { host, database: 'postgres' };
const [owner, caller] = ['postgres', 'authenticator'].map((user) => ({ ...access, user })) as [
  pg.ClientConfig,
  pg.ClientConfig,
];
const settings = protocolSettings(parse(await readFile(join(project, 'config.toml'), 'utf8'))).api;
const prepare = createPrepare(settings);
const db = openDatabase({ owner, caller, onError: console.error });
const catalog = buildCatalog(await readCatalogRows(db, settings.schemas), settings.schemas);
const free = hasConnections ? [] : Array.from({ length: connections }, () => new pg.Client(caller));
await Promise.all(free.map((client) => client.connect()));

/** A request, its target without the prefix. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: RequestHeaders;
  readonly body: string;
}

async function ask(session: RequestSession, statement: Statement): Promise<ExchangeResult> {
  const client = free.pop();
  if (!client) return db.asCaller(session, statement);
  const [result] = await client.query(new Exchange([session], statement, true)).result;
  free.push(client);
  return result!;
}

/** Stands for the look-up of a verified token. */
const holders = new Map<string, Parameters<typeof requestSession>[0]>();

function holderOf(headers: RequestHeaders) {
  const token = headers.get('authorization') ?? '';
  const known = holders.get(token);
  if (known) return known;
  const claims = { role: 'authenticated', ...decodeJwt(token.slice('Bearer '.length)) };
  const holder = { role: 'authenticated', claims, claimsText: JSON.stringify(claims) };
  holders.set(token, holder);
  return holder;
}

async function plan(asked: Asked): Promise<Reply> {
  const prepared = prepare({ ...asked, maxValues: 1000 }, catalog, 'user');
  const { readOnly } = prepared.plan;
  const session = requestSession(holderOf(asked.headers), asked, asked.path);
  const { searchPath, statement } = prepared;
  const outcome = readOutcome(await ask({ ...session, readOnly, searchPath }, statement));
  return makeResponse(prepared.plan, prepared.headers, outcome, outcome.total);
}

const known = new Map<string, { readonly session: RequestSession; readonly statement: Statement }>();

function read(asked: Asked) {
  const { method, path, headers } = asked;
  const { statement, searchPath } = prepare({ ...asked, maxValues: 1000 }, catalog, 'user');
  const { role, claimsText: claims } = holderOf(headers);
  const readOnly = method === 'GET';
  return { session: { role, claims, method, path, headers: '{}', readOnly, searchPath }, statement };
}

async function remember(asked: Asked): Promise<Reply> {
  const { method, path, search, headers, body } = asked;
  const key = `${headers.get('authorization')}\n${path}?${search}\n${body}`;
  const { session, statement } = known.get(key) ?? read(asked);
  known.set(key, { session, statement });
  const row = readOutcome(await ask(session, statement)).body ?? '';
  return jsonText(row, method === 'GET' ? 200 : 201);
}

const answer = hasPlan ? plan : remember;
const prefix = '/rest/v1';

async function respond({ method, path, search, headers, body }: HttpRequest): Promise<Reply> {
  if (!path.startsWith(prefix)) return notFound;
  const text = body ? (await readBody({ headers, body }, maxBodyBytes)).toString() : '';
  return answer({ method, path: path.slice(prefix.length), search, headers, body: text });
}

const bare = createServer((request, response) => {
  const { method = '', url = '', headers } = request;
  if (!url.startsWith(prefix)) return void response.end();
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  return void request.on('end', async () => {
    const [path = '', search = ''] = url.slice(prefix.length).split('?');
    const reply = await answer({ method, path, search, headers: new NodeHeaders(headers), body });
    const row = String(reply.body);
    const length = String(Buffer.byteLength(row));
    response.writeHead(reply.status, ['Content-Type', 'application/json', 'Content-Length', length]);
    response.end(row);
  });
});

const fail = (error: unknown): Reply => {
  console.error(error);
  return notFound;
};
const server = hasShell
  ? createHttpServer({
      respond: inTurns(respond),
      fail,
      trustedProxies: new TrustedProxies(new BlockList(), []),
    })
  : bare;
server.listen(Number(port), '127.0.0.1');
