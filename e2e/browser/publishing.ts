import type { Content } from '../../shared/content/content.ts';
import { createAccount, password, rows } from './people.ts';
import { address, secretKey } from './settings.ts';

/**
 * Publishes the content with a change, as an administrator does.
 * @param server the one of all journeys unless given
 * @returns the published content
 */
export async function publish(change: (content: Content) => Content, server = address): Promise<Content> {
  const { email } = await createAccount('admin', server);
  const call = async <Result>(path: string, token: string, body?: object): Promise<Result> => {
    const response = await fetch(server + path, {
      headers: { apikey: secretKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Result;
  };
  const session = await call<{ access_token: string }>('/auth/v1/token?grant_type=password', secretKey, {
    email,
    password,
  });
  const token = session.access_token;
  const [draft] = await call<{ version: number; content: Content }[]>(
    '/rest/v1/content_drafts?select=version,content',
    token,
  );
  if (!draft) throw new Error('there is no draft');
  const content = change(draft.content);
  const version = await call<number>('/rest/v1/rpc/save_content', token, {
    content,
    expected_version: draft.version,
  });
  await call('/rest/v1/rpc/publish_content', token, { expected_version: version, note: 'A journey' });
  return content;
}

/** Leaves the first publication behind, before which the studio asks about the safety claims. */
export async function publishEarlier(server: string): Promise<void> {
  await publish(withFirstPrice(16_000), server);
  await publishFirst(server);
}

/** Publishes the first release again, for the journeys that follow on the same server. */
export async function publishFirst(server: string): Promise<void> {
  const [first] = await rows<{ content: Content }>('content_releases', 'select=content&id=eq.1', server);
  if (first) await publish(() => first.content, server);
}

/** The content with another price of the first route. */
export function withFirstPrice(pesos: number): (content: Content) => Content {
  return (content) => ({
    ...content,
    routes: content.routes.map((route, index) => (index === 0 ? { ...route, prices: [{ pesos }] } : route)),
  });
}
