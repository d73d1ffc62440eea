import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, loadEnv } from 'vite';
import { ConfigError } from '../backend/config/config.ts';
import { findBinaries, NoBinariesError } from '../backend/db/binaries.ts';
import { drawIcons } from './icons.ts';
import { keepPreviousAssets } from './previous-assets.ts';
import type { PageSettings } from '../shared/page-settings.ts';
import { writePages } from './pages.ts';
import { fillSite, readStaticSite, writeHostFiles } from './static-site.ts';
import { buildWorkers } from './worker.ts';

const root = resolve(import.meta.dirname, '..');
const compressible = /\.(css|html|js|json|svg|txt|webmanifest)$/;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
}

/** A fingerprint of everything that decides how the web app looks when built. */
async function fingerprint(site: PageSettings | undefined): Promise<string> {
  const hash = createHash('sha256');
  const folders = await Promise.all(
    ['web', 'shared', 'tools/vite'].map((folder) => filesBelow(join(root, folder))),
  );
  const commands = ['build', 'icons', 'pages', 'previous-assets', 'static-site', 'worker'].map(
    (name) => `tools/${name}.ts`,
  );
  const own = ['package-lock.json', 'vite.config.ts', ...commands];
  const files = own.map((file) => join(root, file));
  for (const file of [...files, ...folders.flat()])
    hash.update(file.slice(root.length)).update(await readFile(file));
  return hash.update(JSON.stringify(site ?? null)).digest('hex');
}

async function compress(file: string): Promise<void> {
  const body = await readFile(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(body, quality));
  await writeFile(`${file}.gz`, await promisify(gzip)(body, { level: 9 }));
}

/**
 * Builds the web app into `dist/` and compresses its files, unless that has been done for these sources. The assets of the
 * build before stay: a page that was opened before the deploy loads its later parts under their old names. With
 * `VITE_SUPABASE_URL` (in the environment, or in a `.env` file as Vite reads it) it becomes a static site.
 * @throws ConfigError when a `VITE_` setting is missing or cannot be used
 */
export async function buildOnce(folder = join(root, 'dist')): Promise<void> {
  const environment = loadEnv('production', root);
  const site = readStaticSite((name) => environment[name]);
  const stamp = join(folder, '.built');
  const wanted = await fingerprint(site);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return;
  console.log('Building the web app …');
  // A build that is cut leaves files of several versions, which no sources must match.
  await rm(stamp, { force: true });
  const putBack = await keepPreviousAssets(folder);
  // A test runner says “test”, and React would be built with its development checks.
  process.env['NODE_ENV'] = 'production';
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  });
  if (site) await fillSite(folder, site);
  await drawIcons(folder);
  await writePages(folder);
  await buildWorkers(folder);
  if (site) await writeHostFiles(folder, site);
  const files = (await filesBelow(folder)).filter((file) => compressible.test(file));
  await Promise.all(files.map(compress));
  await putBack();
  await writeFile(stamp, wanted);
}

/** `npm run build [-- --out <folder>]` */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  await buildOnce(values.out && resolve(values.out));
}

if (import.meta.main) {
  // At the other end of the channel is `npm start`. When it was killed, the next start builds: two would mix their files.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
  await main().catch((error: Error) => {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exitCode = 1;
  });
  // Makes the links that npm left out. The account that runs the server may not write here.
  await findBinaries(undefined).catch((error: Error) => {
    if (!(error instanceof NoBinariesError)) throw error;
  });
}
