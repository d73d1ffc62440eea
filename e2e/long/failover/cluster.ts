import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect } from 'vitest';
import { freePort } from '../../../backend/testing/processes.ts';
import { createCertificates, type Certificates } from './certificates.ts';
import { createNode, type ClusterNode, type ClusterPasswords } from './node.ts';
import { installPackages } from '../debian.ts';
import { postgresAccount, runGroup } from './programs.ts';

/** Patroni reaches etcd over python3-etcd, which needs python3-idna for TLS without depending on it. */
const packages = 'patroni python3-etcd python3-idna etcd-server etcd-client haproxy postgresql openssl'.split(
  ' ',
);
const proxyConfiguration = resolve(import.meta.dirname, '../../../deploy/patroni/haproxy-postgres.cfg');

/** Two PostgreSQL nodes under Patroni, with an etcd, behind HAProxy. */
export interface Cluster extends AsyncDisposable {
  /** `DATABASE_URL`: HAProxy's address, and an account that owns the database. */
  readonly url: string;
  /** Waits until one node is the primary and the other its synchronous standby. */
  settled(): Promise<{ readonly primary: ClusterNode; readonly standby: ClusterNode }>;
  /** Runs SQL in the database, at HAProxy's address. */
  query<Row extends object>(sql: string): Promise<Row[]>;
  readonly certificates: Certificates;
  readonly passwords: ClusterPasswords;
  readonly etcdPort: number;
  /** The output of Patroni, PostgreSQL, etcd and HAProxy. */
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

async function readEnvironment(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Starts one etcd with `deploy/patroni/etcd.env`, and switches its passwords on as `deploy/patroni/README.md` says. */
async function startEtcd(
  stack: AsyncDisposableStack,
  folder: string,
  certificates: Certificates,
  password: string,
) {
  const [port, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [`https://127.0.0.1:${port}`, `https://127.0.0.1:${peerPort}`];
  const { cert, key } = await certificates.issue('etcd1', {});
  const environment = {
    ...(await readEnvironment(await certificates.place('etcd.env', 'etcd1'))),
    ETCD_DATA_DIR: join(folder, 'etcd'),
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_LISTEN_PEER_URLS: peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
    ETCD_INITIAL_CLUSTER: `etcd1=${peer}`,
  };
  const etcd = startProgram(stack, 'etcd', [], environment, {}, folder);
  const access = { ETCDCTL_CACERT: certificates.ca, ETCDCTL_CERT: cert, ETCDCTL_KEY: key };
  const env = { PATH: process.env['PATH'], ETCDCTL_API: '3', ETCDCTL_ENDPOINTS: client, ...access };
  const control = (...args: readonly string[]) => promisify(execFile)('etcdctl', args, { env });
  await expect
    .poll(
      () =>
        control('endpoint', 'health').then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  await control('user', 'add', `root:${newPassword()}`);
  await control('user', 'grant-role', 'root', 'root');
  await control('role', 'add', 'patroni');
  await control('role', 'grant-permission', 'patroni', 'readwrite', '/service/transfer/', '--prefix');
  await control('user', 'add', `patroni:${password}`);
  await control('user', 'grant-role', 'patroni', 'patroni');
  await control('auth', 'enable');
  return { port, etcd };
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

const newPasswords = (): ClusterPasswords => ({
  superuser: newPassword(),
  replication: newPassword(),
  rewind: newPassword(),
  patroni: newPassword(),
  etcd: newPassword(),
});

/** Makes the account and the database of the application. @param port HAProxy's. @returns `DATABASE_URL` */
async function createProductDatabase(primary: ClusterNode, certificates: Certificates, port: number) {
  const password = newPassword();
  primary.sql(`create role transfer login createrole password '${password}'`);
  primary.sql('create database transfer owner transfer');
  const { cert, key } = await certificates.issue('app', {});
  const tls = { sslmode: 'verify-full', sslrootcert: certificates.ca, sslcert: cert, sslkey: key };
  return `postgres://transfer:${password}@127.0.0.1:${port}/transfer?${new URLSearchParams(tls)}`;
}

/** Starts the cluster, and makes an account and a database as `deploy/patroni/README.md` says. */
export async function startCluster(): Promise<Cluster> {
  installPackages(...packages);
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-failover-'));
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  await chmod(folder, 0o755);
  const certificates = createCertificates(folder);
  const passwords = newPasswords();
  const { port: etcdPort, etcd } = await startEtcd(stack, folder, certificates, passwords.etcd);
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
      certificates,
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
    CLUSTER_CA: certificates.ca,
  };
  const args = ['-db', '-f', proxyConfiguration];
  const proxy = startProgram(stack, 'haproxy', args, environment, {}, folder);
  const programs = [etcd, ...nodes, proxy];
  const output = (): string => programs.map((program) => program.output()).join('\n');
  for (const node of nodes) node.start();
  const { primary } = await settledNodes(nodes, output);
  const url = await createProductDatabase(primary, certificates, port);
  const resources = stack.move();
  return {
    url,
    settled: () => settledNodes(nodes, output),
    query: (sql) => queryAt(url, sql),
    certificates,
    passwords,
    etcdPort,
    output,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
