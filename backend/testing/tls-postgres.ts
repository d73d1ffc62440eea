import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority } from './certificate.ts';
import { freePort } from './processes.ts';
import { startManagedPostgres, type ManagedPostgres } from './servers.ts';

/**
 * Reaches this machine, and is no address of it: to the server it is another machine. (Linux connects to a listener on
 * 127.0.0.1.)
 */
export const otherHost = '0.0.0.0';

export interface TlsPostgres extends ManagedPostgres {
  /** The address without parameters, over TCP. */
  readonly address: string;
  /** The certificate of the authority, in PEM. */
  readonly authority: string;
  readonly port: number;
  /** Presents a certificate for another address, or an expired one, to new connections. */
  present(address: string, until?: string): Promise<void>;
}

/** A PostgreSQL that accepts only TLS over TCP, with a certificate of an authority of its own, as providers have. */
export async function startTlsPostgres(): Promise<TlsPostgres> {
  await using stack = new AsyncDisposableStack();
  const password = 'cordillera';
  const port = await freePort();
  const postgres = stack.use(await startManagedPostgres(password, port));
  const authority = createAuthority('Test Root 2026');
  const { uid, gid } = await stat(postgres.folder);
  const write = async (name: string, text: string): Promise<void> => {
    const path = join(postgres.folder, name);
    await writeFile(path, text, { mode: 0o600 });
    await chown(path, uid, gid);
  };
  const present = async (address: string, until?: string): Promise<void> => {
    const { privateKey, certificate } = authority.issue(address, until);
    await write('server.key', privateKey);
    await write('server.crt', certificate);
    await postgres.administrate('select pg_reload_conf()');
  };
  await write('pg_hba.conf', 'local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n');
  await present(otherHost);
  await postgres.administrate('alter system set ssl = on');
  await postgres.administrate('select pg_reload_conf()');
  const resources = stack.move();
  return {
    ...postgres,
    address: `postgresql://${postgres.account}:${password}@${otherHost}:${port}/product`,
    authority: authority.certificate,
    port,
    present,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
