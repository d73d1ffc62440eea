import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

interface HeaderRule {
  readonly pattern: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/** A path per unindented line, and below it its headers. */
function parseHeaders(text: string): readonly HeaderRule[] {
  const rules: { pattern: string; headers: [string, string][] }[] = [];
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const [, name, value] = /^\s+([\w-]+): (.+)$/.exec(line) ?? [];
    if (name && value) rules.at(-1)?.headers.push([name, value]);
    else rules.push({ pattern: line.trim(), headers: [] });
  }
  return rules;
}

/** The headers of a path; a name that several rules set gets all values, as at the hosts. */
function headersOf(path: string, rules: readonly HeaderRule[]): Headers {
  const headers = new Headers();
  for (const rule of rules.filter(({ pattern }) => matches(pattern, path)))
    for (const [name, value] of rule.headers) headers.append(name, value);
  return headers;
}

/**
 * A static host for a folder, on `localhost`. It serves files and knows nothing of the app: `_headers` and `_redirects`
 * are all it goes by, and what it does not find is a 404.
 */
export async function startStaticHost(folder: string, port: number): Promise<AsyncDisposable> {
  const rules = parseHeaders(await readFile(join(folder, '_headers'), 'utf8'));
  const rewrites = (await readFile(join(folder, '_redirects'), 'utf8'))
    .split('\n')
    .map((line) => line.split(/\s+/))
    .filter(([, , status]) => status === '200');
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const target = rewrites.find(([from = '']) => matches(from, pathname))?.[1] ?? pathname;
    const file = target === '/' ? '/index.html' : normalize(target);
    const body = file.startsWith('/_')
      ? undefined
      : await readFile(join(folder, file)).catch(() => undefined);
    response.statusCode = body ? 200 : 404;
    response.setHeader('Content-Type', contentTypes[extname(file)] ?? 'application/octet-stream');
    response.setHeaders(headersOf(pathname, rules));
    response.end(request.method === 'HEAD' ? undefined : (body ?? 'Not found'));
  });
  await once(server.listen(port, 'localhost'), 'listening');
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
