import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startCluster, type Cluster } from './failover/cluster.ts';
import type { ClusterNode } from './failover/node.ts';
import { statusOver } from './failover/tls.ts';

/** A neighbour in the network of the database: a machine with a certificate of the cluster that belongs to no node. */
interface Neighbour {
  readonly cluster: Cluster;
  readonly node: ClusterNode;
  readonly own: { readonly cert: string; readonly key: string };
}

const command = { archive_mode: 'on', archive_command: 'id > /tmp/never' };
const changes = [
  ['PATCH', '/config', { postgresql: { parameters: command } }],
  ['PUT', '/config', { postgresql: { parameters: command } }],
  ['POST', '/restart', {}],
  ['POST', '/reinitialize', { force: true }],
  ['POST', '/switchover', { leader: 'node1' }],
  ['POST', '/failover', { candidate: 'node2' }],
  ['POST', '/reload', {}],
  ['DELETE', '/restart', {}],
] as const;

/** A change needs the password and a certificate; asking who the primary is needs neither. */
async function attackPatroni({ cluster, node, own }: Neighbour): Promise<void> {
  for (const [method, path, body] of changes) {
    const { ca } = cluster.certificates;
    const url = `https://127.0.0.1:${node.patroniPort}${path}`;
    const credentials = `patroni:${cluster.passwords.patroni}`;
    expect(await statusOver(url, { ca, method, body })).toBe(403);
    expect(await statusOver(url, { ca, method, body, credentials })).toBe(403);
    expect(await statusOver(url, { ca, method, body, ...own })).toBe(401);
    expect(await statusOver(url, { ca, method, body, ...own, credentials: 'patroni:patroni' })).toBe(401);
    expect(node.sql('show archive_mode')).toBe('off');
    const { primary } = await cluster.settled();
    expect(primary.name).toBe(node.name);
  }
  const path = `127.0.0.1:${node.patroniPort}/primary`;
  expect(await statusOver(`https://${path}`, { ca: cluster.certificates.ca })).toBe(200);
  await expect(fetch(`http://${path}`)).rejects.toThrow();
}

/** etcd responds to nobody without a certificate of the cluster and a password. */
async function attackEtcd({ cluster, node, own }: Neighbour): Promise<void> {
  const url = `https://127.0.0.1:${cluster.etcdPort}`;
  const control = (...args: readonly string[]) =>
    promisify(execFile)('etcdctl', ['--endpoints', url, '--cacert', cluster.certificates.ca, ...args], {
      env: { PATH: process.env['PATH'], ETCDCTL_API: '3' },
      timeout: 15_000,
    }).then(
      ({ stdout }) => stdout,
      (error: Error) => error.message,
    );
  const certificate = ['--cert', own.cert, '--key', own.key];
  const read = ['get', '--prefix', '/service/'];
  expect(await control(...read)).not.toContain('/service/transfer');
  expect(await control(...certificate, ...read)).toContain('permission denied');
  expect(await control(...certificate, '--user', 'patroni:patroni', ...read)).toContain(
    'invalid user ID or password',
  );
  expect(await control(...certificate, 'put', '/service/transfer/leader', 'me')).toContain(
    'permission denied',
  );
  // Patroni's own account reads its own keys alone.
  const patroni = [...certificate, '--user', `patroni:${cluster.passwords.etcd}`];
  expect(await control(...patroni, 'get', '--prefix', '/service/transfer/')).toContain(node.name);
  expect(await control(...patroni, 'get', '--prefix', '/')).toContain('permission denied');
  const { ca } = cluster.certificates;
  const range = { method: 'POST', body: { key: 'AA==', range_end: 'AA==' } };
  expect(await statusOver(`${url}/v3/kv/range`, { ca, ...range })).toBeUndefined();
  expect(await statusOver(`${url}/v3/kv/range`, { ca, ...own, ...range })).not.toBe(200);
  await expect(
    fetch(`http://127.0.0.1:${cluster.etcdPort}/v3/kv/range`, { method: 'POST' }),
  ).rejects.toThrow();
}

/** Without a certificate no password is even tried, and the superuser does not sign in from the network. */
async function attackPostgres({ cluster, node, own }: Neighbour): Promise<void> {
  const { passwords, certificates } = cluster;
  const { ca } = certificates;
  const tls = (options: object) =>
    new URLSearchParams({ sslmode: 'verify-full', sslrootcert: ca, ...options });
  const signIn = async (
    account: string,
    password: string,
    database: string,
    query: string,
  ): Promise<string> => {
    const client = new pg.Client(
      `postgres://${account}:${password}@127.0.0.1:${node.port}/${database}?${query}`,
    );
    try {
      await client.connect();
      return 'signed in';
    } catch (error) {
      return (error as Error).message;
    } finally {
      await client.end().catch(() => {});
    }
  };
  const bare = `${tls({})}`;
  const certified = `${tls({ sslcert: own.cert, sslkey: own.key })}`;
  const refused = /no pg_hba.conf entry/;
  expect(await signIn('postgres', passwords.superuser, 'postgres', certified)).toMatch(refused);
  expect(await signIn('postgres', passwords.superuser, 'transfer', certified)).toMatch(refused);
  expect(await signIn('rewinder', passwords.rewind, 'transfer', certified)).toMatch(refused);
  expect(await signIn('replicator', passwords.replication, 'transfer', certified)).toMatch(refused);
  expect(await signIn('transfer', 'a', 'transfer', 'sslmode=disable')).toMatch(refused);
  expect(await signIn('transfer', 'a', 'transfer', bare)).toMatch(/requires a valid client certificate/);
  expect(await signIn('rewinder', passwords.rewind, 'postgres', bare)).toMatch(
    /requires a valid client certificate/,
  );
  expect(await signIn('transfer', 'a', 'transfer', certified)).toMatch(/password authentication failed/);
}

test('N3: a neighbour of the database changes nothing in Patroni, reads nothing in etcd and tries no password in PostgreSQL', async () => {
  await using cluster = await startCluster();
  const { primary: node } = await cluster.settled();
  const neighbour = { cluster, node, own: await cluster.certificates.issue('neighbour', {}) };
  await attackPatroni(neighbour);
  await attackEtcd(neighbour);
  await attackPostgres(neighbour);
});
