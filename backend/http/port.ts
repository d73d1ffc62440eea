import { once } from 'node:events';
import { createServer } from 'node:net';
import { OperatorError } from '../util/operator-error.ts';

/** The error of listening on any free port there for a moment; undefined when it works. */
async function listenError(host: string): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  try {
    await once(server.listen({ host, port: 0 }), 'listening');
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  } finally {
    server.close();
  }
}

/** An OperatorError that names the setting to change, if the operating system's code is about the port; else the error itself. */
export function explainPort(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new OperatorError(`Port ${port} on ${host} is in use. Set PORT to another one.`);
  if (error.code === 'EACCES')
    return new OperatorError(
      `This account may not open port ${port}. Set PORT to 1024 or higher, and let a proxy listen on ${port}.`,
    );
  return error;
}

/** The operating system's codes, in words. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such computer',
  EAI_AGAIN: 'there is no such computer',
  EADDRNOTAVAIL: 'this machine does not have that address',
  EAFNOSUPPORT: 'this machine does not have that kind of address',
};

/** Checks on any free port whether this machine can listen on `HOST`. @throws OperatorError */
export async function checkHost(host: string): Promise<void> {
  const error = await listenError(host);
  if (error)
    throw new OperatorError(
      `HOST is “${host}”, but ${reasons[error.code ?? ''] ?? error.message}; set it to an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
    );
}
