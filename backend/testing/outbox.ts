import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestServer } from './app.ts';
import { readMessages, type Received } from './message.ts';
import { sendTo } from './send.ts';

export function outboxFolder(server: Pick<TestServer, 'context'>): string {
  return join(server.context.config.dataDir, 'outbox');
}

/** All that was sent to an address, the oldest first. */
export async function messagesTo(
  server: Pick<TestServer, 'context'>,
  address: string,
): Promise<readonly Received[]> {
  await server.context.mail.settled();
  return readMessages(outboxFolder(server), address);
}

/** The last message to an address, which there must be. */
export async function lastMessageTo(server: Pick<TestServer, 'context'>, address: string): Promise<Received> {
  const message = (await messagesTo(server, address)).at(-1);
  expect(message, `a message to ${address}`).toBeDefined();
  return message!;
}

/** Follows a link of a mail, and gives where it leads to. */
export async function follow(server: TestServer, link: string): Promise<URL> {
  const { publicUrl } = server.context.config;
  expect(link.startsWith(publicUrl), link).toBe(true);
  const response = await sendTo(server.app, link.slice(publicUrl.length));
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '');
}

/** The parameters in the fragment of an address. */
export function fragmentOf(url: URL): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}
