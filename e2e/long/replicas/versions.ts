import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../backend/testing/processes.ts';

const folders = ['backend', 'server', 'shared', 'dist'];
const texts = /\.(css|html|js|json|webmanifest)$/;

/** `home-a1b2.js` → `home-a1b2-next.js`, as if a build had given each script another hash. */
const nextName = (name: string): string => name.replace(/\.js$/, '-next.js');

/** Gives all scripts of a built app new names, and keeps the old ones beside them as the build does. */
async function renameScripts(dist: string): Promise<void> {
  const scripts = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.js'));
  const pattern = new RegExp(scripts.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const renamed = async (path: string): Promise<string> =>
    (await readFile(path, 'utf8')).replace(pattern, nextName);
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isOldScript = entry.parentPath.endsWith('assets') && entry.name.endsWith('.js');
    if (entry.isFile() && isOldScript)
      await writeFile(join(entry.parentPath, nextName(entry.name)), await renamed(path));
    else if (entry.isFile() && texts.test(entry.name)) await writeFile(path, await renamed(path));
  }
}

/** The next version's additions to tables that devices read and write meanwhile; the rules of `tools/migrations` allow it. */
const migration = `
  alter table public.drivers add column spoken text;
  alter table public.reviews add column shift text not null default 'day';
  create index on public.reviews (shift);
  create or replace function public.count_shifts() returns bigint language sql as 'select count(*) from public.reviews';
`;

/**
 * Makes the next version of the product in an empty folder: another build of the web app, and one more migration.
 * @param supabaseDir the project of the version before
 */
export async function makeNextVersion(folder: string, supabaseDir: string): Promise<void> {
  await cp(supabaseDir, join(folder, 'supabase'), { recursive: true });
  await writeFile(join(folder, 'supabase/migrations/29990101000000_next.sql'), migration);
  for (const name of folders) {
    const filter = (source: string): boolean => !/\.(br|gz)$|node_modules/.test(source);
    await cp(join(root, name), join(folder, name), { recursive: true, filter });
  }
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(join(root, 'node_modules')))
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  await renameScripts(join(folder, 'dist'));
}
