import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './commands.ts';
import type { Engine, ImageConfig } from './engine.ts';
import { writePreviousVersion } from './previous.ts';

/** Docker, or podman, which takes the same commands. */
export async function openDocker(program: string, root: string): Promise<Engine> {
  const name = `transfer-test-${randomUUID().slice(0, 8)}`;
  const docker = (...args: readonly string[]): Promise<string> => run(program, ...args);
  // Podman's own format has no health check.
  const format = program === 'podman' ? ['--format', 'docker'] : [];
  const [folder, previous] = [await mkdtemp(join(tmpdir(), 'transfer-container-')), `${name}-previous`];
  await writePreviousVersion(folder);
  await writeFile(join(folder, 'Dockerfile'), 'FROM debian:bookworm-slim\nCOPY app /app\n');
  await docker('build', ...format, '--tag', previous, folder);
  await rm(folder, { recursive: true });
  await docker('build', ...format, '--build-arg', `PREVIOUS=${previous}`, '--tag', name, root);
  await docker('volume', 'create', name);
  return {
    name: program,
    config: JSON.parse(await docker('image', 'inspect', '--format', '{{json .Config}}', name)) as ImageConfig,
    async start(port) {
      const settings = ['--env', `PORT=${port}`, '--publish', `127.0.0.1:${port}:${port}`];
      await docker('run', '--detach', '--name', name, '--volume', `${name}:/data`, ...settings, name);
    },
    async stop() {
      await docker('stop', '--time', '20', name);
      await docker('rm', name);
    },
    exec: (...command) => docker('exec', name, ...command),
    async [Symbol.asyncDispose]() {
      await docker('rm', '--force', name);
      await docker('volume', 'rm', name);
      await docker('image', 'rm', name, previous);
    },
  };
}
