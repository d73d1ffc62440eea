import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where messages go that there is no provider for: files that the operator can open. */
export interface Outbox {
  /** @param name what the message is, for the file's name: `<time>-<name>` */
  put(name: string, content: string | Buffer): Promise<void>;
}

const maxFiles = 200;

/** Messages hold codes that sign people in: only the server's own account may read them. The oldest are deleted. */
export function createOutbox(folder: string): Outbox {
  return {
    async put(name, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const unique = randomBytes(2).toString('hex');
      await writeFile(join(folder, `${time}-${unique}-${name}`), content, { mode: 0o600, flag: 'wx' });
      const files = (await readdir(folder)).sort();
      const surplus = files.slice(0, Math.max(0, files.length - maxFiles));
      await Promise.all(surplus.map((file) => rm(join(folder, file), { force: true })));
    },
  };
}
