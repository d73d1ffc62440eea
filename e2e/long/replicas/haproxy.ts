import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { selfSigned } from '../../../backend/testing/certificate.ts';
import { freePort } from '../../../backend/testing/processes.ts';
import { installPackages } from '../debian.ts';

/** The configuration that is delivered. */
export const configuration = resolve(import.meta.dirname, '../../../deploy/replicas/haproxy.cfg');

/** HAProxy as `deploy/replicas/haproxy.cfg` configures it, without TLS. */
export interface Proxy extends AsyncDisposable {
  readonly port: number;
  /** Whether the proxy sends requests to a server: `app1`, `app2`, … */
  isUp(server: string): Promise<boolean>;
  /** Responses of 500 and above that clients got, those of the proxy itself included. */
  countFailures(): Promise<number>;
}

/** Checks the file as it stands, but for the certificate. @throws Error with HAProxy's own words */
async function check(text: string, folder: string): Promise<void> {
  const { privateKey, certificate } = selfSigned('app.example.cl');
  const pem = join(folder, 'app.pem');
  await writeFile(pem, certificate + privateKey);
  const file = join(folder, 'as-delivered.cfg');
  await writeFile(file, text.replaceAll('/etc/haproxy/app.pem', pem));
  execFileSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
}

/** Puts the port and the socket of a test in the place of those of the file, without TLS. */
function substitute(text: string, port: number, socket: string): string {
  return text
    .replace('/run/haproxy/admin.sock', socket)
    .replace(/^\tbind :80\n/m, '')
    .replace(/^\tbind :443 .*$/m, `\tbind 127.0.0.1:${port}`)
    .replace(/^\thttp-request redirect scheme https.*\n/m, '');
}

/** Sends a command to the proxy's own socket. */
async function ask(socket: string, command: string): Promise<string> {
  const connection = connect(socket);
  connection.end(`${command}\n`);
  let text = '';
  for await (const chunk of connection) text += String(chunk);
  return text;
}

/** The proxy's statistics: a record of values by name for each line. */
async function readStatistics(socket: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const [head = '', ...lines] = (await ask(socket, 'show stat')).replace(/^# /, '').trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  });
}

/** Starts the proxy in front of servers on these ports of this machine. */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  installPackages('haproxy');
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-haproxy-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const text = await readFile(configuration, 'utf8');
  await check(text, folder);
  const port = await freePort();
  const [file, socket] = [join(folder, 'haproxy.cfg'), join(folder, 'admin.sock')];
  await writeFile(file, substitute(text, port, socket));
  const servers = ports.map((own, index) => [`APP${index + 1}`, `127.0.0.1:${own}`]);
  const env = { ...process.env, ...Object.fromEntries(servers) };
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'inherit', env });
  stack.defer(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const resources = stack.move();
  return {
    port,
    async isUp(server) {
      const lines = await readStatistics(socket).catch(() => []);
      const own = lines.filter(({ svname }) => svname === server);
      return own.length > 0 && own.every(({ status }) => status?.startsWith('UP'));
    },
    async countFailures() {
      const lines = await readStatistics(socket);
      const frontend = lines.find(({ svname }) => svname === 'FRONTEND');
      return Number(frontend?.['hrsp_5xx']);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
