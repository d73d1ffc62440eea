import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A mail server.
 * @param refusalOf the response with which it refuses an address, such as `550 no such mailbox`; it takes each one unless told
 * otherwise
 */
export async function startMailServer(refusalOf: (address: string) => string | undefined = () => undefined) {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  const responseTo = (command: string): string => {
    const [, address] = /^RCPT TO:<(.*)>/.exec(command) ?? [];
    const refusal = address === undefined ? undefined : refusalOf(address);
    return refusal ?? (command.startsWith('EHLO') ? '250 mail.example' : '250 ok');
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    let data: string | undefined;
    let line = '';
    socket.write('220 mail.example ESMTP\r\n');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      line += chunk.toString('utf8');
      for (let end = line.indexOf('\r\n'); end >= 0; end = line.indexOf('\r\n')) {
        const text = line.slice(0, end);
        line = line.slice(end + 2);
        if (data !== undefined && text !== '.') data += `${text}\n`;
        else if (data !== undefined) {
          mails.push(data);
          data = undefined;
          socket.write('250 ok\r\n');
        } else if (text === 'DATA') {
          data = '';
          socket.write('354 go on\r\n');
        } else socket.write(`${responseTo(text)}\r\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    mails,
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
