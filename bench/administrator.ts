import type { Person } from '../backend/bench/machine/person.ts';
import type { BenchServer } from '../backend/bench/machine/server.ts';

const credentials = {
  email: 'administrator@example.com',
  password: 'a long and quiet sentence',
} as const;

/** Calls with the rights of a person. @throws Error with the response when its status is an error */
async function ask(server: BenchServer, path: string, headers: Person['headers'], body?: unknown) {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...headers, 'content-type': 'application/json' },
  });
  if (!response.ok) throw new Error(`${path} responded ${response.status}: ${await response.text()}`);
  return response.json() as Promise<unknown>;
}

/** Creates the administrator. @returns the headers of a signed-in request */
export async function signInAdministrator(server: BenchServer): Promise<Person['headers']> {
  const { publishableKey, secretKey } = server;
  const secret = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  const account = { ...credentials, email_confirm: true, app_metadata: { role: 'admin' } };
  await ask(server, '/auth/v1/admin/users', secret, account);
  const key = { apikey: publishableKey };
  const session = await ask(server, '/auth/v1/token?grant_type=password', key, credentials);
  const { access_token: token } = session as { readonly access_token: string };
  return { ...key, authorization: `Bearer ${token}` };
}
