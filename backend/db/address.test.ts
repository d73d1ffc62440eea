import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHosted } from '../hosted/open.ts';
import { otherHost, startTlsPostgres, type TlsPostgres } from '../testing/tls-postgres.ts';
import { readAddress } from './address.ts';
import { reachAddress } from './external.ts';

const stack = new AsyncDisposableStack();
let folder = '';
let postgres: TlsPostgres;
let authority = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-address-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  postgres = stack.use(await startTlsPostgres());
  authority = join(folder, 'root.crt');
  await writeFile(authority, postgres.authority);
  await writeFile(join(folder, 'text'), 'no certificate');
}, 60_000);
afterAll(() => stack.disposeAsync());

/** How a connection to an address ends: whether it is encrypted, or the message. */
async function reached(address: string): Promise<string> {
  const access = await reachAddress('DATABASE_URL', address).catch((error: Error) => error);
  if (access instanceof Error) return access.message.replaceAll(folder, 'FOLDER');
  const client = new pg.Client(access);
  await client.connect();
  const { rows } = await client.query<{ ssl: boolean }>(
    'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
  );
  await client.end();
  return rows[0]?.ssl ? 'encrypted' : 'in clear';
}

test('O1 another machine is reached encrypted, when its certificate is of the authority that the address names', async () => {
  const at = (parameters: string): Promise<string> => reached(`${postgres.address}?${parameters}`);
  const root = `sslrootcert=${authority}`;
  expect(await at(root)).toBe('encrypted');
  for (const mode of ['verify-full', 'verify-ca', 'require'])
    expect(await at(`sslmode=${mode}&${root}`), mode).toBe('encrypted');
  const spaced = join(folder, 'my root+1.crt');
  await writeFile(spaced, postgres.authority);
  expect(await at(`sslrootcert=${spaced.replace(' ', '%20')}`)).toBe('encrypted');
  // Known PostgreSQL clients encrypt so without a check.
  for (const parameters of [
    'sslmode=require',
    'sslmode=no-verify',
    'ssl=no-verify',
    'uselibpqcompat=true&sslmode=require',
  ])
    expect(await at(parameters), parameters).toBe('encrypted');
});

test('O1 without the authority, with another name and after its last day, the certificate is refused in a sentence', async () => {
  const unknown = `DATABASE_URL cannot be used: the certificate of ${otherHost} is of an authority that this server does not know. Download that authority's certificate from your provider and add sslrootcert=/path/of/the/file to the address; sslmode=require would encrypt without checking who responds.`;
  expect(await reached(postgres.address)).toBe(unknown);
  for (const parameters of ['sslmode=verify-full', 'ssl=true', 'sslmode=verify-full&sslrootcert=system'])
    expect(await reached(`${postgres.address}?${parameters}`), parameters).toBe(unknown);

  const verified = `${postgres.address}?sslrootcert=${authority}`;
  await postgres.present('192.0.2.7');
  expect(await reached(verified)).toBe(
    `DATABASE_URL cannot be used: the certificate there is for another name than ${otherHost}. Use the name in the certificate, or sslmode=verify-ca with sslrootcert=.`,
  );
  expect(await reached(`${verified}&sslmode=verify-ca`)).toBe('encrypted');
  await postgres.present(otherHost, '210101');
  expect(await reached(verified)).toBe(
    `DATABASE_URL cannot be used: the certificate of ${otherHost} has expired. Check it, and the clock of this machine.`,
  );
  await postgres.present(otherHost);
  expect(await reached(verified)).toBe('encrypted');
});

test('O1 a server that wants TLS and is asked without is named as that, and so is one that offers none', async () => {
  const wanted = (host: string) =>
    `DATABASE_URL cannot be used: ${host} accepts encrypted connections only. Take sslmode=disable out of the address, or write sslmode=verify-full.`;
  expect(await reached(`${postgres.address}?sslmode=disable`)).toBe(wanted(otherHost));
  // On this machine nothing is encrypted unless the address says so.
  const local = postgres.address.replace(otherHost, '127.0.0.1');
  expect(await reached(local)).toBe(wanted('127.0.0.1'));
  expect(await reached(`${local}?sslmode=require`)).toBe('encrypted');
  expect(await reached(postgres.url)).toBe('in clear');

  await postgres.administrate('alter system set ssl = off');
  await postgres.administrate('select pg_reload_conf()');
  expect(await reached(`${postgres.address}?sslmode=require`)).toBe(
    `DATABASE_URL cannot be used: ${otherHost} offers no TLS. Switch it on there; or, in a network that nobody else can read, add sslmode=disable to the address.`,
  );
  await postgres.administrate('alter system set ssl = on');
  await postgres.administrate('select pg_reload_conf()');
});

/** A listener that keeps the first message of each connection, and replies with `reply`. */
async function startListener(reply: Buffer) {
  const messages: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      messages.push(data);
      socket.end(reply);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(() => void server.close());
  return { messages, port: (server.address() as AddressInfo).port };
}

/** The message `SSLRequest`: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const sslRequest = '0000000804d2162f';
const errorResponse = (fields: string): Buffer => {
  const body = Buffer.from(`${fields}\0\0`);
  const head = Buffer.from([0x45, 0, 0, 0, body.length + 4]);
  return Buffer.concat([head, body]);
};

test('O1 the first message to a hosted project asks for TLS, and tells no account', async () => {
  const { messages, port } = await startListener(Buffer.from('N'));
  const address = `postgresql://postgres.ref:secret@${otherHost}:${port}/postgres`;
  for (const each of [
    address,
    `${address}?sslmode=require`,
    `${address}?application_name=x`,
    // A name that only the resolver reads as an address.
    address.replace(otherHost, '127.1'),
  ])
    await expect(openHosted('--to', each), each).rejects.toThrow(/^--to cannot be used: .* offers no TLS\./);
  expect(messages.map((each) => each.toString('hex'))).toEqual([
    sslRequest,
    sslRequest,
    sslRequest,
    sslRequest,
  ]);
});

test.for(['28000', 'XX000'])(
  'O1 a pooler that enforces TLS (%s) is not explained as a wrong password',
  async (code) => {
    const { port } = await startListener(errorResponse(`SFATAL\0C${code}\0MSSL connection is required`));
    expect(await reached(`postgres://u:p@${otherHost}:${port}/x?sslmode=disable`)).toMatch(
      /accepts encrypted connections only\. Take sslmode=disable out/,
    );
  },
);

test.for([
  ['sslmode=prefer', 'its sslmode is “prefer”; write sslmode=verify-full, verify-ca, require or disable.'],
  ['sslmode=allow', 'its sslmode is “allow”; write sslmode=verify-full, verify-ca, require or disable.'],
  ['ssl=maybe', 'its ssl is “maybe”; write sslmode=verify-full, verify-ca, require or disable.'],
  ['sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert=, the file of the authority’s certificate.'],
  ['sslmode=require&sslrootcert=system', 'sslrootcert=system goes with sslmode=verify-full alone.'],
  ['sslrootcert=FOLDER/nowhere', 'its sslrootcert names “FOLDER/nowhere”, which cannot be read (ENOENT).'],
  [
    'sslrootcert=FOLDER/text',
    'its sslrootcert names “FOLDER/text”, which holds no certificate or key in PEM.',
  ],
  ['sslcert=FOLDER/text', 'its sslcert names “FOLDER/text”, which holds no certificate or key in PEM.'],
])('O1 %s is refused in a sentence', async ([parameters, sentence]) => {
  expect(await reached(`${postgres.address}?${parameters!.replace('FOLDER', folder)}`)).toBe(
    `DATABASE_URL cannot be used: ${sentence}`,
  );
});

test('O1 an address that is open to the network is warned of', () => {
  const warning = (address: string) => readAddress('DATABASE_URL', address).warning;
  expect(warning('postgres://u:p@db.example.cl/x?sslmode=disable')).toBe(
    'DATABASE_URL: passwords and rows go to db.example.cl unencrypted, because its address says sslmode=disable',
  );
  expect(warning('postgres://u:p@10.0.0.7/x?sslmode=require')).toContain(
    'encrypted, but sslmode=require does not check who responds',
  );
  for (const address of [
    'postgres://u:p@db.example.cl/x',
    `postgres://u:p@db.example.cl/x?sslmode=require&sslrootcert=${authority}`,
    'postgres://u:p@127.0.0.1/x?sslmode=disable',
    'postgres://u:p@[::1]/x',
    'postgres://u@/x?host=/run/postgresql',
  ])
    expect(warning(address), address).toBeUndefined();
});

test('the address keeps its other parameters, and the characters of its password', () => {
  const { access } = readAddress(
    'DATABASE_URL',
    'postgres://u:a%3Fb%26c%2Bd@db.example.cl:6543/x?application_name=one%20two+3&sslmode=disable&options=-c%20a%3Db',
  );
  expect(access).toMatchObject({
    user: 'u',
    password: 'a?b&c+d',
    host: 'db.example.cl',
    port: 6543,
    database: 'x',
    application_name: 'one two+3',
    options: '-c a=b',
    ssl: false,
  });
});
