import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram, type Program } from '../../../backend/testing/processes.ts';

/** Sets the clock forward for programs of its own. */
export interface Clock extends AsyncDisposable {
  /** Runs a program, and all that it starts, under a clock that runs on from the instant. */
  run(at: Date, ...args: readonly [file: string, ...args: string[]]): Program;
}

/**
 * Reads libfaketime. Without its `epoll_wait`: a signal handler that interrupts that one sees the real clock, so PostgreSQL
 * would never find that a lock or a statement has timed out. The C library's `epoll_wait` takes its place.
 */
async function readLibrary(): Promise<Buffer> {
  const files = execFileSync('dpkg', ['--listfiles', 'libfaketime'], { encoding: 'utf8' }).split('\n');
  const library = await readFile(files.find((file) => file.includes('libfaketimeMT.so'))!);
  // The first is in the table of what the library exports.
  library.write('epoll_none', library.indexOf('\0epoll_wait\0') + 1);
  return library;
}

/**
 * Prepares a clock. It stands in files below /etc, which only the programs of the clock see: variables do not reach
 * PostgreSQL, whose environment the server clears.
 */
export async function createClock(): Promise<Clock> {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-clock-'));
  execFileSync('cp', ['--archive', '/etc/.', folder]);
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'libfaketime.so'), await readLibrary(), { mode: 0o755 });
  await writeFile(join(folder, 'ld.so.preload'), '/etc/libfaketime.so\n');
  return {
    run(at, ...args) {
      const offset = `+${Math.round((at.getTime() - Date.now()) / 1000)}`;
      const script = 'mount --bind "$1" /etc && echo "$2" > /etc/faketimerc && shift 2 && exec "$@"';
      // Timers and waits keep their own clock, so that they last as long as they should.
      const environment = { FAKETIME_DONT_FAKE_MONOTONIC: '1', TZ: 'UTC' };
      return runProgram(
        'unshare',
        ['--mount', 'sh', '-c', script, 'sh', folder, offset, ...args],
        environment,
      );
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
