/*
 * The least that a Node server can do to tell listeners of a change: `node least.ts <port>`. It sends the body of each POST
 * to every websocket, and knows nothing of tables, accounts and policies.
 */
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (part: string) => (text += part));
  request.on('end', () => {
    if (text !== '') for (const socket of sockets.clients) socket.send(text);
    response.end();
  });
});
const sockets = new WebSocketServer({ server });
sockets.on('connection', (socket) => socket.on('message', () => {}));
server.listen(Number(process.argv[2]), '127.0.0.1');
