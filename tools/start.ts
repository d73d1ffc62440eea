import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/**
 * Builds the web app unless that has been done, in a process of its own: the server would keep the memory that it takes.
 * Ends this process when the build fails.
 */
async function build(): Promise<void> {
  const script = resolve(import.meta.dirname, 'build.ts');
  // The build ends when the channel closes, as it does also after kill -9.
  const child = spawn(process.execPath, [script], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const stop = (signal: NodeJS.Signals): boolean => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) process.exit(code ?? 1);
  for (const signal of signals) process.off(signal, stop);
}

await build();
await import('../server/main.ts');
