import { spawnSync } from 'node:child_process';

/** The release of the Supabase CLI that the commands were written for. */
export const cliPackage = 'supabase@2.122.1';

/** The Supabase CLI as program and arguments. @param command of the operator, such as `npx supabase@2` */
export function findCli(command: string | undefined): readonly string[] {
  if (command) return command.split(/\s+/);
  const isInstalled = spawnSync('supabase', ['--version']).status === 0;
  return isInstalled ? ['supabase'] : ['npx', '--yes', cliPackage];
}
