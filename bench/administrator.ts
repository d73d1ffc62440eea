import type { Person } from '../backend/bench/machine/person.ts';
import type { BenchServer } from '../backend/bench/machine/server.ts';
import type { Content } from '../shared/content/content.ts';

export const credentials = {
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

/** Saves the draft with a change. @returns its version */
export async function saveDraft(
  server: BenchServer,
  headers: Person['headers'],
  change: (content: Content) => Content,
): Promise<number> {
  const [draft] = (await ask(server, '/rest/v1/content_drafts?select=content,version', headers)) as [
    { readonly content: Content; readonly version: number },
  ];
  const saved = { content: change(draft.content), expected_version: draft.version };
  return (await ask(server, '/rest/v1/rpc/save_content', headers, saved)) as number;
}

/** Publishes the draft. @returns the number of the release */
export async function publishDraft(
  server: BenchServer,
  headers: Person['headers'],
  version: number,
): Promise<number> {
  const publication = { expected_version: version, note: 'bench' };
  return (await ask(server, '/rest/v1/rpc/publish_content', headers, publication)) as number;
}
