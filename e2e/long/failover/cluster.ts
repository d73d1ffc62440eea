import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { freePort } from '../../../backend/testing/processes.ts';
import { createNode, type ClusterNode } from './node.ts';
import { installPackages } from '../debian.ts';
import { postgresAccount, runGroup } from './programs.ts';

const proxyConfiguration = resolve(import.meta.dirname, '../../../deploy/haproxy-postgres.cfg');

/** Two PostgreSQL nodes under Patroni, with an etcd, behind HAProxy. */
export interface Cluster extends AsyncDisposable {
  /** `DATABASE_URL`: HAProxy's address, and an account that owns the database. */
  readonly url: string;
  /** Waits until one node is the primary and the other its synchronous standby. */
  settled(): Promise<{ readonly primary: ClusterNode; readonly standby: ClusterNode }>;
  /** Runs SQL in the database, at HAProxy's address. */
  query<Row extends object>(sql: string): Promise<Row[]>;
  /** What Patroni, PostgreSQL, etcd and HAProxy wrote. */
  output(): string;
}

const newPassword = (): string => randomBytes(12).toString('hex');

async function queryAt<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a command that ends with the stack. */
function startProgram(stack: AsyncDisposableStack, ...args: Parameters<typeof runGroup>) {
  const program = runGroup(...args);
  stack.defer(async () => {
    program.kill();
    await program.ended();
  });
  program.start();
  return program;
}

async function startEtcd(stack: AsyncDisposableStack, folder: string) {
  const [port, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const addresses = [
    ['--listen-client-urls', client],
    ['--advertise-client-urls', client],
    ['--listen-peer-urls', peer],
    ['--initial-advertise-peer-urls', peer],
    ['--initial-cluster', `default=${peer}`],
  ].flat();
  const data = ['--data-dir', join(folder, 'etcd')];
  return { port, etcd: startProgram(stack, 'etcd', [...addresses, ...data], {}, {}, folder) };
}

async function settledNodes(nodes: readonly [ClusterNode, ClusterNode], output: () => string) {
  let found: { primary: ClusterNode; standby: ClusterNode } | undefined;
  const look = async (): Promise<boolean> => {
    for (const [primary, standby] of [nodes, nodes.toReversed() as [ClusterNode, ClusterNode]])
      if ((await primary.is('primary')) && (await standby.is('sync'))) found = { primary, standby };
    return found !== undefined;
  };
  await expect
    .poll(look, { timeout: 120_000, interval: 250 })
    .toBe(true)
    .catch((cause: unknown) => {
      throw new Error(`The nodes did not settle:\n${output().slice(-6000)}`, { cause });
    });
  if (!found) throw new Error('unreachable');
  return found;
}

/** Starts the cluster, and makes an account and a database as docs/operations.md says. */
export async function startCluster(): Promise<Cluster> {
  // Patroni reaches etcd over python3-etcd.
  installPackages('patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'postgresql');
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-failover-'));
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  await chmod(folder, 0o755);
  const { port: etcdPort, etcd } = await startEtcd(stack, folder);
  const passwords = { superuser: newPassword(), replication: newPassword() };
  const account = postgresAccount();
  const create = async (name: string): Promise<ClusterNode> => {
    const ports = [await freePort(), await freePort()] as const;
    const node = await createNode({
      name,
      folder: join(folder, name),
      ports,
      etcdPort,
      passwords,
      account,
    });
    stack.defer(() => node.kill());
    return node;
  };
  const nodes = [await create('node1'), await create('node2')] as const;
  const port = await freePort();
  const [first, second] = nodes;
  const environment = {
    POSTGRES_BIND: `127.0.0.1:${port}`,
    NODE1_POSTGRES: `127.0.0.1:${first.port}`,
    NODE1_PATRONI_PORT: String(first.patroniPort),
    NODE2_POSTGRES: `127.0.0.1:${second.port}`,
    NODE2_PATRONI_PORT: String(second.patroniPort),
  };
  const args = ['-db', '-f', proxyConfiguration];
  const proxy = startProgram(stack, 'haproxy', args, environment, {}, folder);
  const programs = [etcd, ...nodes, proxy];
  const output = (): string => programs.map((program) => program.output()).join('\n');
  for (const node of nodes) node.start();
  await settledNodes(nodes, output);

  const password = newPassword();
  const superuser = `postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/postgres`;
  await queryAt(superuser, `create role transfer login createrole password '${password}'`);
  await queryAt(superuser, 'create database transfer owner transfer');
  const url = `postgres://transfer:${password}@127.0.0.1:${port}/transfer`;
  const resources = stack.move();
  return {
    url,
    settled: () => settledNodes(nodes, output),
    query: (sql) => queryAt(url, sql),
    output,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
