import { once } from 'node:events';
import { createServer } from 'node:net';
import { OperatorError } from '../util/operator-error.ts';

/** The port cannot be opened; the message says what to set. */
export class PortError extends OperatorError {}

/** The sentence for the operator, where the operating system's code is about the port; else the error itself. */
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
 * Opens the port for a moment: a start that would fail at its end ends before a database is made.
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
