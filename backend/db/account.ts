import { execFile } from 'node:child_process';
import { chown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A user of the operating system, by number. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** User numbers that systemd's table (UIDS-GIDS) leaves unused, below the 65,536 that containers map. */
const unusedIds = { first: 60_578, last: 61_183 };

async function idsOf(file: string): Promise<ReadonlySet<number>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return new Set(text.split('\n').map((line) => Number(line.split(':')[2])));
}

/** The accounts for PostgreSQL's programs, which refuse to run as root; none unless the server runs as root. */
export async function databaseAccounts(): Promise<{ readonly owner?: Account; readonly creator?: Account }> {
  if (process.getuid?.() !== 0) return {};
  const [users, groups] = [await idsOf('/etc/passwd'), await idsOf('/etc/group')];
  let id = unusedIds.first;
  while (id < unusedIds.last && (users.has(id) || groups.has(id))) id += 1;
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? [];
  return {
    /** Runs the database and owns its files. No other program runs as it, so its socket and files are closed to all. */
    owner: { uid: id, gid: id },
    /** Runs `initdb`, which refuses a number that has no name. */
    creator: { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) },
  };
}

/**
 * Gives a folder and everything in it to an account, unless it owns the folder. The folder itself comes last, so that the
 * next call repeats an interrupted one.
 */
export async function handOver(path: string, { uid, gid }: Account): Promise<void> {
  if ((await stat(path)).uid === uid) return;
  const children = (await readdir(path)).map((name) => join(path, name));
  // The program, because it follows no links, not even those that appear while it runs.
  if (children.length > 0) await promisify(execFile)('chown', ['-R', '-h', `${uid}:${gid}`, ...children]);
  await chown(path, uid, gid);
}
