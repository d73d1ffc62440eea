import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { ObjectStoreSettings } from '../../../backend/config/settings.ts';
import { ended, freePort, runProgram, type Program } from '../../../backend/testing/processes.ts';
import { installPackages } from '../debian.ts';

const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'];

async function untilListening(port: number, program: Program): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const socket = net.connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    if (program.process.exitCode !== null) throw new Error(program.output());
    await delay(100);
  }
  throw new Error(`Nothing listens on port ${port}: ${program.output()}`);
}

/** The settings that all servers have. */
const common = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
devices = ${join(folder, 'devices')}
mount_check = false
swift_dir = ${folder}
user = ${userInfo().username}
workers = 0
log_level = ERROR
`;

const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

const proxySettings = `[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`;

/** OpenStack Swift with its S3 interface, on one disk of this machine. */
export interface Swift extends AsyncDisposable {
  readonly port: number;
  /** For objects below a prefix. */
  settings(prefix: string): ObjectStoreSettings;
  /** The process that clients talk to. */
  readonly proxy: () => Program;
  /** Starts it again after it ended. */
  restartProxy(): Promise<void>;
}

async function startStorage(folder: string, stack: AsyncDisposableStack): Promise<void> {
  for (const kind of ['account', 'container', 'object']) {
    const port = await freePort();
    const ring = join(folder, `${kind}.builder`);
    for (const args of [['create', '4', '1', '1'], ['add', `r1z1-127.0.0.1:${port}/d1`, '1'], ['rebalance']])
      execFileSync('swift-ring-builder', [ring, ...args], { stdio: 'ignore' });
    const file = join(folder, `${kind}.conf`);
    const app = `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`;
    await writeFile(file, common(folder, port) + app);
    const server = stack.adopt(runProgram(`swift-${kind}-server`, [file], {}), stop);
    await untilListening(port, server);
  }
}

async function stop(program: Program): Promise<void> {
  program.process.kill('SIGKILL');
  await ended(program);
}

/** Installs Swift where it is missing, starts it and makes a bucket. */
export async function startSwift(): Promise<Swift> {
  installPackages(...packages);
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-swift-'));
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await mkdir(join(folder, 'devices', 'd1'), { recursive: true });
  await startStorage(folder, stack);
  const port = await freePort();
  const file = join(folder, 'proxy.conf');
  await writeFile(file, common(folder, port) + proxySettings);
  const startProxy = async (): Promise<Program> => {
    const program = runProgram('swift-proxy-server', [file], {});
    await untilListening(port, program);
    return program;
  };
  let proxy = await startProxy();
  stack.defer(() => stop(proxy));
  const endpoint = `http://127.0.0.1:${port}`;
  const [bucket, region] = ['photos', 'us-east-1'];
  const client = new AwsClient({ ...credentials, region, service: 's3' });
  const created = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
  if (!created.ok) throw new Error(await created.text());
  const resources = stack.move();
  return {
    port,
    settings: (prefix) => ({ endpoint, bucket, ...credentials, region, prefix, timeout: 10 }),
    proxy: () => proxy,
    async restartProxy() {
      await stop(proxy);
      proxy = await startProxy();
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
