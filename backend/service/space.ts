import type { Context } from './context.ts';

/** The free space that a request needs on the disks that it writes to; see `Space`. */
export interface SpaceNeed {
  readonly on: readonly (keyof Context['space'])[];
  readonly need: 'usual' | 'little';
}

/** Whether an error says that a disk is full: ours, the operating system's (ENOSPC) or PostgreSQL's (53100). */
export function isDiskFull({ code }: Error & { readonly code?: unknown }): boolean {
  return code === 'ENOSPC' || code === '53100';
}

/** @throws Error that `isDiskFull` knows, when a disk has less free space than the limit */
export async function requireSpace(space: Context['space'], { on, need }: SpaceNeed): Promise<void> {
  for (const disk of on)
    if (!(await space[disk].hasRoom(need)))
      throw Object.assign(new Error('The disk of the server is full.'), { code: 'ENOSPC' });
}
