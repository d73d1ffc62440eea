import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Whether the machine has this program and it runs with these arguments. */
export function works(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/**
 * Runs a program to its end.
 * @returns its standard output
 * @throws Error with all of its output when it fails
 */
export async function run(program: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, all] = ['', ''];
  child.stdout.on('data', (data) => ((output += String(data)), (all += String(data))));
  child.stderr.on('data', (data) => (all += String(data)));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${all}`);
  return output.trim();
}
