import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** A message as somebody finds it in their mailbox, or on their telephone. */
export interface Received {
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  /** The source, with its encodings undone. */
  readonly content: string;
  /** Where the button leads; empty without one. */
  readonly link: string;
  readonly code: string;
}

function decode(source: string): string {
  const bytes = source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodeSubject(subject: string): string {
  return subject
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) => decode(text.replaceAll('_', ' ')));
}

function received(file: string, source: string): Received {
  const content = decode(source);
  const [, subject = ''] = /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(source) ?? [];
  const link = /href="([^"]+\/verify\?[^"]+)"/.exec(content)?.[1] ?? '';
  return {
    kind: /-([a-z_]+)\.(?:eml|txt)$/.exec(file)?.[1] ?? '',
    to: /^To: \+?(\S+)/m.exec(content)?.[1] ?? '',
    subject: decodeSubject(subject),
    content,
    link: link.replaceAll('&amp;', '&'),
    code: /(?:^|\s|>)(\d{6,10})(?:$|\s|<)/m.exec(content)?.[1] ?? '',
  };
}

export function outboxFolder(server: TestApp): string {
  return join(server.context.config.dataDir, 'outbox');
}

/** All that was sent to an address, the oldest first. */
export async function messagesTo(server: TestApp, address: string): Promise<readonly Received[]> {
  await server.context.mail.settled();
  const folder = outboxFolder(server);
  const files = (await readdir(folder).catch(() => [])).sort();
  const messages = await Promise.all(
    files.map(async (file) => received(file, await readFile(join(folder, file), 'utf8'))),
  );
  return messages.filter(({ to }) => to === address);
}

/** The last message to an address, which there must be. */
export async function lastMessageTo(server: TestApp, address: string): Promise<Received> {
  const message = (await messagesTo(server, address)).at(-1);
  expect(message, `a message to ${address}`).toBeDefined();
  return message!;
}

/** Follows a link of a mail, and gives where it leads to. */
export async function follow(server: TestApp, link: string): Promise<URL> {
  const { publicUrl } = server.context.config;
  expect(link.startsWith(publicUrl), link).toBe(true);
  const response = await server.app.request(link.slice(publicUrl.length));
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '');
}

/** What an address carries in its fragment. */
export function fragmentOf(url: URL): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}
