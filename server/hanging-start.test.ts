import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ended } from '../backend/testing/processes.ts';
import { createServers } from './testing/servers.ts';

const servers = createServers();

/** A file that nobody writes to: reading it hangs, as on a file system whose server is away. */
function hangingFile(name: string): string {
  const path = join(servers.dataDir, name);
  execFileSync('mkfifo', [path]);
  return path;
}

test.for([
  ['secrets.json', 'SIGTERM'],
  ['secrets.json', 'SIGINT'],
  ['secrets.json', 'SIGHUP'],
  // Read while nothing else runs in the process.
  ['keys.json', 'SIGTERM'],
] as const)('O2 a start that waits for %s ends at %s', async ([name, signal]) => {
  const path = hangingFile(name);
  const server = servers.launch(name === 'keys.json' ? { SUPABASE_SIGNING_KEYS_FILE: path } : {});
  // Opens as soon as the server reads.
  const writer = await open(path, 'w');
  server.process.kill(signal);
  expect(await ended(server)).toBeNull();
  expect(server.process.signalCode).toBe(signal);
  await writer.close();
});

test('O2 a data folder below /proc is refused in one sentence', async () => {
  const started = servers.launch({ DATA_DIR: '/proc/x' });
  expect(await ended(started)).toBe(1);
  expect(started.output().trim()).toMatch(/^DATA_DIR is “\/proc\/x”, which cannot be used: .*\.$/);
});
