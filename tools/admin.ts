import { parseArgs } from 'node:util';
import { createApp } from '../server/app.ts';
import { loadConfig, type Config } from '../server/config/config.ts';
import { readEnvironment } from '../server/config/env.ts';
import { createContext } from '../server/context.ts';
import { newPassword } from '../supabase/functions/_shared/passwords.ts';
import { makeAdministrator, type Send } from './administrator.ts';

const usage = `npm run admin -- <e-mail> [--password <password>]

Makes the account with this e-mail an administrator, or creates it. Either way it gets the given password, or a generated
one that is printed once. An account that exists loses its sessions, second factors, phone and sign-in providers: this is
also the way back for an administrator who is locked out. It works while the server runs and while it does not.`;

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
  const password = values.password ?? newPassword();
  console.log(await makeAdministrator(send, config.keys.secret, email, password));
  if (values.password === undefined) console.log(`Password: ${password}`);
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
