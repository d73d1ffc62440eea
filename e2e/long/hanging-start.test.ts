import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ended } from '../../backend/testing/processes.ts';
import { createServers } from '../../server/testing/servers.ts';

const servers = createServers();

test('O2 a start that hangs after it has taken the data folder is killed ten seconds after a signal', async () => {
  // Writing it waits for a reader, which never comes.
  execFileSync('mkfifo', [join(servers.dataDir, 'server.json')]);
  const server = servers.launch();
  await vi.waitUntil(() => existsSync(join(servers.dataDir, 'server.lock')), { timeout: 30_000 });
  server.process.kill('SIGTERM');
  expect(await ended(server)).toBeNull();
  expect(server.process.signalCode).toBe('SIGKILL');
  expect(server.output()).toContain('The start did not end within 10 s of the signal.');
}, 60_000);
