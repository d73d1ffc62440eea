import type { Context } from './context.ts';

/**
 * @param need what the request writes; see `Space`
 * @throws Error that `isDiskFull` knows, when one of the disks has less free space than the limit
 */
export async function requireSpace(
  space: Context['space'],
  disks: readonly (keyof Context['space'])[],
  need: 'usual' | 'little',
): Promise<void> {
  for (const disk of disks)
    if (!(await space[disk].hasRoom(need)))
      throw Object.assign(new Error('The disk of the server is full.'), { code: 'ENOSPC' });
}
