import { once } from 'node:events';
import { createServer } from 'node:net';
import { OperatorError } from '../util/operator-error.ts';

/** The host or port cannot be opened; the message names the setting to change. */
export class PortError extends OperatorError {}

/** A PortError with advice for the operator, if the operating system's code is about the port; else the error itself. */
export function explainPort(error: Error, host: string, port: number): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new PortError(`Port ${port} on ${host} is in use. Set PORT to another one.`);
  if (code === 'EACCES')
    return new PortError(
      `This account may not open port ${port}. Set PORT to 1024 or higher, and let a proxy listen on ${port}.`,
    );
  return error;
}

/**
 * Opens the port for a moment, so that a start that cannot succeed fails before it creates a database.
 * @throws PortError
 */
export async function checkPort(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    throw explainPort(error as Error, host, port);
  } finally {
    server.close();
  }
}

/** The operating system's codes, in words. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such computer',
  EAI_AGAIN: 'there is no such computer',
  EADDRNOTAVAIL: 'this machine does not have that address',
  EAFNOSUPPORT: 'this machine does not have that kind of address',
};

/**
 * Checks on any free port whether this machine can listen on `HOST`.
 * @throws PortError
 */
export async function checkHost(host: string): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen({ host, port: 0 }), 'listening');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new PortError(
      `HOST is “${host}”, but ${reasons[code] ?? message}; set it to an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
    );
  } finally {
    server.close();
  }
}
