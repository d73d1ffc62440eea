import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject } from 'vitest';

const { outbox } = inject('wire');

/** Whether the messages that the server could not send can be read: only for a server that the suite started. */
export const hasOutbox = outbox !== '';

/** The last message to an address, once there is one that `accepts` takes. */
export async function message(
  to: string,
  extension: '.eml' | '.txt',
  accepts: (text: string) => boolean = () => true,
): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      const files = (await readdir(outbox).catch(() => []))
        .filter((name) => name.endsWith(extension))
        .toSorted();
      const texts = await Promise.all(
        files.map((name) => readFile(join(outbox, name), 'utf8').catch(() => '')),
      );
      found = texts
        .map((text) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
        .findLast((text) => text.includes(to) && accepts(text));
      return found;
    })
    .toBeDefined();
  return found!;
}

export function codeOf(text: string): string {
  return /\b\d{6}\b/.exec(text.slice(text.indexOf('\n\n') + 1))![0];
}

export function linkOf(text: string): string {
  return /http\S+\/verify\?[^\s"<]+/.exec(text)![0].replaceAll('&amp;', '&');
}
