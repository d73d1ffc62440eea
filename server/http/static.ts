import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Config, PageSettings } from '../config/config.ts';
import { appPageAt, readAppPages } from './app-pages.ts';
import { pageSecurityPolicy } from './security.ts';

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

interface StaticFile {
  readonly plain: Variant;
  readonly brotli: Variant | undefined;
  readonly gzip: Variant | undefined;
}

/** Answers GET and HEAD for the files of the web app; undefined when there is no such file. */
export type StaticFiles = (path: string, request: Request) => Response | undefined;

function cacheControl(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  if (path === '/sw.js') return 'no-cache, max-age=0';
  return path.endsWith('.html') ? 'no-cache' : 'public, max-age=3600';
}

function escapeAttribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Fills the `content` of the page's `<meta>` tags with the installation's settings. */
export function fillPage(html: string, settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings).reduce(
    (page, [name, value]) =>
      page.replace(
        new RegExp(`(<meta\\s+name="${name}"\\s+content=")[^"]*`),
        (_, start: string) => start + escapeAttribute(value),
      ),
    html,
  );
}

/** What the files are filled and answered with. */
interface Installation {
  readonly settings: Readonly<Record<string, string>>;
  readonly securityPolicy: string;
}

async function readVariants(folder: string, path: string, installation: Installation): Promise<StaticFile> {
  const isPage = path.endsWith('.html');
  const file = await readFile(join(folder, path));
  const plain = isPage ? Buffer.from(fillPage(file.toString('utf8'), installation.settings)) : file;
  const compressed = async (ending: string, encoding: string) => {
    const body = isPage ? undefined : await readFile(join(folder, path + ending)).catch(() => undefined);
    return body && variant(path, body, installation, { 'Content-Encoding': encoding });
  };
  return {
    plain: variant(path, plain, installation, {}),
    brotli: await compressed('.br', 'br'),
    gzip: await compressed('.gz', 'gzip'),
  };
}

function variant(
  path: string,
  body: Buffer<ArrayBuffer>,
  { securityPolicy }: Installation,
  extra: Readonly<Record<string, string>>,
): Variant {
  return {
    body,
    headers: {
      'Content-Type': contentTypes[extname(path)] ?? 'application/octet-stream',
      'Content-Length': String(body.byteLength),
      'Cache-Control': cacheControl(path),
      'Content-Security-Policy': securityPolicy,
      Vary: 'Accept-Encoding',
      ...extra,
    },
  };
}

/** The settings that the page learns from `<meta>` tags, by the tags' names. */
export function pageSettings(config: Config): Readonly<Record<string, string>> {
  const page: PageSettings = config.page;
  return {
    ...Object.fromEntries(Object.entries(page).map(([name, value]) => [kebabCase(name), String(value)])),
    'public-url': config.publicUrl,
    'publishable-key': config.keys.publishable,
    'require-admin-mfa': String(config.requireAdminMfa),
  };
}

/**
 * Holds the built web app in memory, with the compressed variants made at build. Any path without a file ending
 * that is not an API path gets the page: the app has routes of its own.
 */
export async function loadStaticFiles(folder: string, config: Config): Promise<StaticFiles> {
  const installation: Installation = {
    settings: pageSettings(config),
    securityPolicy: pageSecurityPolicy(config.publicUrl),
  };
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, StaticFile>();
  for (const entry of entries) {
    if (!entry.isFile() || /\.(br|gz|map)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/');
    files.set(path, await readVariants(folder, path, installation));
  }
  const index = files.get('/index.html')?.plain.body.toString('utf8');
  const pages = index === undefined ? [] : await readAppPages(folder, index);
  const answers = pages.map(({ html, headers }): StaticFile => ({
    plain: variant('/index.html', Buffer.from(html), installation, headers),
    brotli: undefined,
    gzip: undefined,
  }));
  return (path, request) => {
    if (path.includes('/.')) return undefined;
    const isAppPage = path === '/index.html' || (extname(path) === '' && !files.has(path));
    const file = isAppPage ? answers[appPageAt(path)] : files.get(path);
    if (!file) return undefined;
    const accepted = request.headers.get('accept-encoding') ?? '';
    const chosen =
      (accepted.includes('br') && file.brotli) || (accepted.includes('gzip') && file.gzip) || file.plain;
    return new Response(request.method === 'HEAD' ? null : chosen.body, { headers: chosen.headers });
  };
}
