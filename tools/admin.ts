import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createApp } from '../server/app.ts';
import { loadConfig, type Config } from '../server/config/config.ts';
import { readEnvironment } from '../server/config/env.ts';
import { createContext } from '../server/context.ts';

const usage = `npm run admin -- <e-mail> [--password <password>]

Makes the account with this e-mail an administrator. If there is none it is created, with the given password or with
a generated one that is printed once. It works while the server runs and while it does not.`;

/** Sends a request to the installation's auth service. */
type Send = (path: string, init: RequestInit) => Promise<Response>;

/** A running server is asked over HTTP; otherwise we are the server for a moment, without a port. */
async function openServer(config: Config, stack: AsyncDisposableStack): Promise<Send> {
  const address = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${config.port}`;
  const running = await fetch(`${address}/auth/v1/health`).then(
    (response) => response.ok,
    () => false,
  );
  if (running) return (path, init) => fetch(address + path, init);
  const app = await createApp(stack.use(await createContext({ ...config, logLevel: 'warn' })));
  return async (path, init) => app.request(path, init);
}

async function makeAdministrator(send: Send, secretKey: string, email: string, password: string | undefined) {
  const headers = {
    apikey: secretKey,
    authorization: `Bearer ${secretKey}`,
    'content-type': 'application/json',
  };
  const call = async (path: string, method: string, body?: object): Promise<unknown> => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await send(`/auth/v1/admin/users${path}`, init);
    const answer = (await response.json()) as { msg?: string };
    if (!response.ok) throw new Error(answer.msg ?? `The server answered with status ${response.status}.`);
    return answer;
  };
  const query = `?page=1&per_page=50&filter=${encodeURIComponent(email)}`;
  const { users } = (await call(query, 'GET')) as { users: { id: string; email: string }[] };
  const existing = users.find((user) => user.email === email);
  const app_metadata = { role: 'admin' };
  if (existing) {
    await call(`/${existing.id}`, 'PUT', { app_metadata, ...(password && { password }) });
    return `${email} is an administrator now. Sign in again to see the administration panel.`;
  }
  const initial = password ?? randomBytes(12).toString('base64url');
  await call('', 'POST', { email, password: initial, email_confirm: true, app_metadata });
  return `${email} is an administrator now.${password ? '' : ` Password: ${initial}`}`;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { password: { type: 'string' } },
  });
  const email = positionals[0]?.trim().toLowerCase();
  if (!email) throw new Error(usage);
  await using stack = new AsyncDisposableStack();
  const config = await loadConfig(readEnvironment());
  const send = await openServer(config, stack);
  console.log(await makeAdministrator(send, config.keys.secret, email, values.password));
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
