import { execFile, execFileSync } from 'node:child_process';
import { chown, mkdir, readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from '../../../backend/testing/processes.ts';
import type { Certificates } from './certificates.ts';
import { runGroup, type Account } from './programs.ts';
import { statusOver } from './tls.ts';

/** A PostgreSQL under Patroni, as `deploy/patroni/patroni.yml` configures it. */
export interface ClusterNode {
  readonly name: string;
  /** The port of PostgreSQL. */
  readonly port: number;
  /** The port of Patroni's REST interface. */
  readonly patroniPort: number;
  /** Starts Patroni, which starts PostgreSQL; resolves at once. */
  start(): void;
  /** Ends Patroni and every process of its PostgreSQL with SIGKILL, as when the machine loses power. */
  kill(): Promise<void>;
  /** Ends Patroni alone, so that a primary runs on with nobody to tell it that it no longer is one. */
  killPatroni(): Promise<void>;
  /** Makes the other node the primary, as an operator does before the machine of this one is maintained. */
  switchOver(): Promise<void>;
  /** Whether Patroni says that this node is the primary, or the standby that has all acknowledged commits. */
  is(role: 'primary' | 'sync'): Promise<boolean>;
  /** Runs SQL as the superuser, who signs in on the node itself. @returns the rows, one a line */
  sql(statement: string): string;
  /** The output of Patroni and PostgreSQL. */
  output(): string;
}

/** Passwords of the cluster's own accounts. */
export interface ClusterPasswords {
  readonly superuser: string;
  readonly replication: string;
  readonly rewind: string;
  /** For Patroni's REST interface. */
  readonly patroni: string;
  /** For Patroni in etcd. */
  readonly etcd: string;
}

interface NodeOptions {
  readonly name: string;
  /** Holds the data folder. */
  readonly folder: string;
  readonly ports: readonly [postgres: number, patroni: number];
  readonly etcdPort: number;
  readonly passwords: ClusterPasswords;
  readonly account: Account;
  readonly certificates: Certificates;
}

/** The folder of the newest PostgreSQL that Debian has installed. */
function postgresBinaries(): string {
  const folders = globSync('/usr/lib/postgresql/*/bin/');
  const version = (folder: string): number => Number(folder.split('/')[4]);
  const newest = folders.toSorted((a, b) => version(b) - version(a))[0];
  if (newest === undefined) throw new Error('No PostgreSQL in /usr/lib/postgresql');
  return newest;
}

/** The postmaster of a data folder with its children; empty when it does not run. */
async function postgresProcesses(dataDir: string): Promise<readonly number[]> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (pid === 0 || !isAlive(pid)) return [];
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

function environmentOf({ name, folder, ports, etcdPort, passwords }: NodeOptions) {
  const [postgres, patroni] = ports.map((port) => `127.0.0.1:${port}`) as [string, string];
  return {
    HOME: folder,
    LC_ALL: 'C.UTF-8',
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: `'127.0.0.1:${etcdPort}'`,
    PATRONI_RESTAPI_LISTEN: patroni,
    PATRONI_RESTAPI_CONNECT_ADDRESS: patroni,
    PATRONI_POSTGRESQL_LISTEN: postgres,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
    PATRONI_POSTGRESQL_BIN_DIR: postgresBinaries(),
    PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
    PATRONI_REPLICATION_PASSWORD: passwords.replication,
    PATRONI_REWIND_PASSWORD: passwords.rewind,
    PATRONI_RESTAPI_PASSWORD: passwords.patroni,
    PATRONI_ETCD3_PASSWORD: passwords.etcd,
  };
}

/** Prepares a node; nothing runs yet. `kill` it at the end. */
export async function createNode(options: NodeOptions): Promise<ClusterNode> {
  const { name, folder, ports, account, certificates } = options;
  const [port, patroniPort] = ports;
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const path of [folder, dataDir])
    if (account.uid !== undefined) await chown(path, account.uid, account.gid);
  const environment = environmentOf(options);
  await certificates.issue(name, account);
  const configuration = await certificates.place('patroni.yml', name);
  const patroni = runGroup('patroni', [configuration], environment, account, folder);
  return {
    name,
    port,
    patroniPort,
    start: () => patroni.start(),
    async kill() {
      const processes = await postgresProcesses(dataDir);
      patroni.kill();
      for (const pid of processes) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
      await patroni.ended();
      // Patroni's own children may have started one more.
      for (const pid of await postgresProcesses(dataDir)) process.kill(pid, 'SIGKILL');
    },
    killPatroni() {
      patroni.kill();
      return patroni.ended();
    },
    async switchOver() {
      const args = ['-c', configuration, 'switchover', '--leader', name, '--force'];
      const env = { PATH: process.env['PATH'], ...environment };
      await promisify(execFile)('patronictl', args, { env, cwd: folder }).catch(
        (cause: Error & { readonly stdout: string }) => {
          throw new Error(`patronictl failed: ${cause.stdout}`, { cause });
        },
      );
    },
    async is(role) {
      const { ca } = certificates;
      return (await statusOver(`https://127.0.0.1:${patroniPort}/${role}`, { ca })) === 200;
    },
    sql: (statement) =>
      execFileSync('psql', ['-At', '-p', String(port), '-d', 'postgres', '-c', statement], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] },
        ...(account.uid !== undefined && account),
      }).trim(),
    output: () => patroni.output(),
  };
}
