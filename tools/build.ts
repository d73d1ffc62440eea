import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { findBinaries, NoBinariesError } from '../server/db/binaries.ts';
import { drawIcons } from './icons.ts';
import { buildWorker } from './worker.ts';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const stamp = join(dist, '.built');
const compressible = /\.(css|html|js|json|svg|txt|webmanifest)$/;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
}

/** A fingerprint of everything that decides how the web app looks when built. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const folders = await Promise.all(['web', 'shared'].map((folder) => filesBelow(join(root, folder))));
  const own = ['package-lock.json', 'vite.config.ts', 'tools/build.ts', 'tools/icons.ts', 'tools/worker.ts'];
  const files = own.map((file) => join(root, file));
  for (const file of [...files, ...folders.flat()])
    hash.update(file.slice(root.length)).update(await readFile(file));
  for (const name of ['VITE_SUPABASE_URL', 'VITE_SUPABASE_PUBLISHABLE_KEY', 'VITE_REQUIRE_ADMIN_MFA'])
    hash.update(process.env[name] ?? '');
  return hash.digest('hex');
}

async function compress(file: string): Promise<void> {
  const body = await readFile(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(body, quality));
  await writeFile(`${file}.gz`, await promisify(gzip)(body, { level: 9 }));
}

/** Builds the web app into `dist/` and compresses its files, unless that has been done for these sources. */
export async function buildOnce(): Promise<void> {
  const wanted = await fingerprint();
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return;
  console.log('Building the web app …');
  // A build that is cut leaves files of several versions, which no sources must match.
  await rm(stamp, { force: true });
  // A test runner says “test”, and React would be built with its development checks.
  process.env['NODE_ENV'] = 'production';
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  await drawIcons(dist);
  await buildWorker(dist);
  const files = (await filesBelow(dist)).filter((file) => compressible.test(file));
  await Promise.all(files.map(compress));
  await writeFile(stamp, wanted);
}

if (import.meta.main) {
  // At the other end of the channel is `npm start`. When it was killed, the next start builds: two would mix their files.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
  await buildOnce();
  // Makes the links that npm left out. The account that runs the server may not write here.
  await findBinaries(undefined).catch((error: Error) => {
    if (!(error instanceof NoBinariesError)) throw error;
  });
}
