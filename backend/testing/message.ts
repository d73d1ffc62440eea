import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

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

/** All messages of an outbox that were sent to an address, the oldest first; none when there is no such folder. */
export async function readMessages(outbox: string, address: string): Promise<readonly Received[]> {
  const files = (await readdir(outbox).catch(() => [])).sort();
  const messages = await Promise.all(
    files.map(async (file) => received(file, await readFile(join(outbox, file), 'utf8'))),
  );
  return messages.filter(({ to }) => to === address);
}
