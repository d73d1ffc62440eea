/*
 * The least that a Node server can do for the requests of the measurements: `node least.ts <port> <socket folder> <project>`.
 * It takes the request, makes the same round trip as the backend (role, claims, policies, the same statement) and writes the
 * row. It knows every request that it has met, checks no token and has no limits.
 */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { parse } from 'smol-toml';
import { protocolSettings } from '../../config/protocol.ts';
import { openDatabase } from '../../db/database.ts';
import { Exchange, type RequestSession, type Statement } from '../../db/exchange.ts';
import { buildCatalog } from '../../rest/catalog/load.ts';
import { readCatalogRows } from '../../rest/catalog/queries.ts';
import { createPrepare } from '../../rest/prepare.ts';
import { readOutcome } from '../../rest/sql/statement.ts';

const connections = 16;
const [port, host, project = ''] = process.argv.slice(2);
const access = { host, database: 'postgres' };
const settings = protocolSettings(parse(await readFile(join(project, 'config.toml'), 'utf8'))).api;
const prepare = createPrepare(settings);
const catalog = await (async () => {
  const owner = { ...access, user: 'postgres' };
  await using db = openDatabase({ owner, caller: owner, onError: console.error });
  return buildCatalog(await readCatalogRows(db, settings.schemas), settings.schemas);
})();

const free = Array.from({ length: connections }, () => new pg.Client({ ...access, user: 'authenticator' }));
await Promise.all(free.map((client) => client.connect()));
const known = new Map<string, { readonly session: RequestSession; readonly statement: Statement }>();

function read(method: string, url: string, headers: NodeJS.Dict<string | string[]>, body: string) {
  const [path = '', search = ''] = url.slice('/rest/v1'.length).split('?');
  const given = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const parts = { method, path, search, headers: given, body, maxValues: 1000 };
  const { statement, searchPath } = prepare(parts, catalog, 'user');
  const claims = JSON.stringify(decodeJwt(String(headers['authorization']).slice('Bearer '.length)));
  const readOnly = method === 'GET';
  return {
    session: { role: 'authenticated', claims, method, path, headers: '{}', readOnly, searchPath },
    statement,
  };
}

createServer((request, response) => {
  if (request.url === '/auth/v1/health') return void response.end();
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  return void request.on('end', async () => {
    const { method = '', url = '', headers } = request;
    const key = `${headers.authorization}\n${url}\n${body}`;
    const { session, statement } = known.get(key) ?? read(method, url, headers, body);
    known.set(key, { session, statement });
    const client = free.pop()!;
    const [result] = await client.query(new Exchange([session], statement, true)).result;
    const row = readOutcome(result!).body ?? '';
    free.push(client);
    const status = method === 'GET' ? 200 : 201;
    response.writeHead(status, [
      'Content-Type',
      'application/json',
      'Content-Length',
      String(Buffer.byteLength(row)),
    ]);
    response.end(row);
  });
}).listen(Number(port), '127.0.0.1');
