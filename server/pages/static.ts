import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Pages } from '../../backend/index.ts';
import type { PageSettings } from '../../shared/page-settings.ts';
import { entryAt, isFilePath, matchesPath } from '../../shared/page-paths.ts';
import { pageHeaders, readBuiltPages, renderPage } from './built-pages.ts';
import { fillManifest, fillPage, fillWorker } from './page.ts';
import { pageSecurityPolicy } from '../../backend/http/security.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

interface Variant {
  readonly body: Buffer<ArrayBuffer>;
  readonly headers: Record<string, string>;
}

/** The variants of a file, best compressed first; the last one is not compressed. */
type StaticFile = readonly Variant[];

/** The service workers: of the app, of the booking page, of the form of cases, and of the page of a trip. */
export const workerPaths: readonly string[] = ['/sw.js', '/book-sw.js', '/help-sw.js', '/trip-sw.js'];

/** The `Cache-Control` of the file at a path. Names below `/assets/` hold a hash of the content. */
export function cacheControl(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  if (workerPaths.includes(path)) return 'no-cache, max-age=0';
  return /\.(html|webmanifest)$/.test(path) ? 'no-cache' : 'public, max-age=3600';
}

/** Fills the built page, service worker and manifest with the installation's settings. */
async function fillFiles(folder: string, settings: PageSettings, icon: string) {
  const filled = new Map<string, Buffer<ArrayBuffer>>();
  const fill = async (path: string, change: (text: string) => string) => {
    const text = await readFile(join(folder, path), 'utf8').catch(() => undefined);
    const result = text === undefined ? '' : change(text);
    if (text !== undefined) filled.set(path, Buffer.from(result));
    return result;
  };
  const page = await fill('/index.html', (html) => fillPage(html, settings, icon));
  for (const path of workerPaths) await fill(path, (text) => fillWorker(text, page));
  await fill('/manifest.webmanifest', (text) => fillManifest(text, settings, icon));
  return filled;
}

type Headers = Readonly<Record<string, string>>;

/** @returns makes the response body and headers of the file at a path */
function variantsUnder(securityPolicy: string) {
  return (path: string, body: Buffer<ArrayBuffer>, headers?: Headers): Variant => ({
    body,
    headers: {
      'Content-Type': contentTypes[extname(path)] ?? 'application/octet-stream',
      'Content-Length': String(body.byteLength),
      'Cache-Control': cacheControl(path),
      ETag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      'Content-Security-Policy': securityPolicy,
      Vary: 'Accept-Encoding',
      ...headers,
    },
  });
}

type MakeVariant = ReturnType<typeof variantsUnder>;

/** The best quality saves a tenth of these small files, and takes thirty times as long, which each start would wait for. */
const startQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Compresses a filled file, of which the build has no compressed variants. */
function compressNow(
  variant: MakeVariant,
  path: string,
  body: Buffer<ArrayBuffer>,
  headers: Headers = {},
): StaticFile {
  return [
    variant(path, brotliCompressSync(body, startQuality), { 'Content-Encoding': 'br', ...headers }),
    variant(path, gzipSync(body), { 'Content-Encoding': 'gzip', ...headers }),
    variant(path, body, headers),
  ];
}

async function readVariants(variant: MakeVariant, folder: string, path: string): Promise<StaticFile> {
  const compressed = async (ending: string, encoding: string) => {
    const body = await readFile(join(folder, path + ending)).catch(() => undefined);
    return body ? [variant(path, body, { 'Content-Encoding': encoding })] : [];
  };
  const plain = variant(path, await readFile(join(folder, path)));
  return [...(await compressed('.br', 'br')), ...(await compressed('.gz', 'gzip')), plain];
}

/**
 * Holds the built web app in memory, with the compressed variants made at build. Any path without a file ending
 * that is not an API path gets the page: the app has routes of its own. Codes and tokens may have dots.
 * @param icon the name of the company's own icon in the bucket `contenido`; empty for the built icons
 */
export async function loadStaticFiles(folder: string, settings: PageSettings, icon = ''): Promise<Pages> {
  const variant = variantsUnder(pageSecurityPolicy(settings.publicUrl));
  const filled = await fillFiles(folder, settings, icon);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, StaticFile>();
  for (const entry of entries) {
    if (!entry.isFile() || /\.(br|gz|map)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/');
    const body = filled.get(path);
    files.set(path, body ? compressNow(variant, path, body) : await readVariants(variant, folder, path));
  }
  const index = filled.get('/index.html')?.toString('utf8');
  const pages = index === undefined ? [] : await readBuiltPages(folder);
  const rendered = pages.map((page) => {
    const body = Buffer.from(renderPage(index ?? '', page, settings.defaultLanguage));
    return { path: page.path, file: compressNow(variant, '/index.html', body, pageHeaders(page)) };
  });
  return ({ path, method, headers: asked }) => {
    // Below the address of a code or token there are no files: a mangled link, dots and all, gets the page, which says so.
    const isCode = rendered.some((page) => page.path.endsWith('*') && matchesPath(page.path, path));
    if (path.includes('/..') || (path.includes('/.') && !isCode)) return undefined;
    const isAppPage = path === '/index.html' || isCode || (!isFilePath(path) && !files.has(path));
    const file = isAppPage ? entryAt(rendered, path)?.file : files.get(path);
    const accepted = asked.get('accept-encoding') ?? '';
    const chosen = file?.find(({ headers }) => accepted.includes(headers['Content-Encoding'] ?? ''));
    if (!chosen) return undefined;
    const { headers } = chosen;
    if (asked.get('if-none-match') === headers['ETag']) return { status: 304, body: null, headers };
    return { status: 200, body: method === 'HEAD' ? null : chosen.body, headers };
  };
}
