import { parseArgs } from 'node:util';
import { createBackend } from '../backend/index.ts';
import { DataFolderInUseError, type FolderHolder } from '../backend/db/lock.ts';
import { productOptions } from '../server/product.ts';
import { loadSettings, type Settings } from '../server/settings/settings.ts';
import { newPassword } from '../supabase/functions/_shared/passwords.ts';
import { makeAdministrator, type Send } from './administrator.ts';
import { runCommand } from './command.ts';

const usage = `npm run admin -- <e-mail> [--password <password>]

Makes the account with this e-mail an administrator, or creates it. Either way it gets the given password, or a generated
one that is printed once. An account that exists loses its sessions, second factors, passkeys, phone and sign-in providers:
this is also the way back for an administrator who is locked out. It works while the server runs and while it does not.`;

/** Requests to the server that has the data folder, whatever its port is. */
function sendTo({ pid, local }: FolderHolder): Send {
  return (path, init) =>
    fetch(`${local}${path}`, init).catch(() => {
      throw new Error(
        `The server with process id ${pid} does not respond at ${local} yet. Try again in a moment.`,
      );
    });
}

/** Sends requests to the server on the data folder; without one, this process serves them itself, without a port. */
async function openServer(settings: Settings, stack: AsyncDisposableStack): Promise<Send> {
  try {
    const config = { ...settings.config, logLevel: 'warn' } as const;
    const { fetch } = stack.use(await createBackend(config, await productOptions(settings)));
    return async (path, init) => fetch(new Request(new URL(path, config.publicUrl), init));
  } catch (error) {
    if (error instanceof DataFolderInUseError && error.holder?.local !== undefined)
      return sendTo(error.holder);
    throw error;
  }
}

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { password: { type: 'string' } },
  });
  const email = positionals[0]?.trim().toLowerCase();
  if (!email) throw new Error(usage);
  await using stack = new AsyncDisposableStack();
  const settings = await loadSettings();
  const send = await openServer(settings, stack);
  const password = values.password ?? newPassword();
  console.log(await makeAdministrator(send, settings.config.keys.secret, email, password));
  if (values.password === undefined) console.log(`Password: ${password}`);
});
