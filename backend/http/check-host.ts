import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError } from '../config/config.ts';

/** What the operating system's codes mean for the operator. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such computer',
  EAI_AGAIN: 'there is no such computer',
  EADDRNOTAVAIL: 'this machine does not have that address',
  EAFNOSUPPORT: 'this machine does not have that kind of address',
};

/**
 * Whether this machine can listen on `HOST`, found out on any free port before the database starts.
 * @throws ConfigError
 */
export async function checkHost(host: string): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen({ host, port: 0 }), 'listening');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `HOST is “${host}”, but ${reasons[code] ?? message}; set it to an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
    );
  } finally {
    server.close();
  }
}
