import { pageSecurityPolicy, securityHeaders } from '../../backend/http/security.ts';
import { pageHeaders, type BuiltPage } from './built-pages.ts';
import { cacheControl, workerPaths } from './static.ts';

type HostedPage = Pick<BuiltPage, 'path'>;
type Headers = Readonly<Record<string, string>>;

function rule(path: string, headers: Headers): string {
  return [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
}

/**
 * The `_headers` of a static host (as Netlify and Cloudflare Pages read it): the headers that our own server sends with
 * the page and its files. A host joins the values of all rules that match, so no two rules may set Cache-Control for
 * one path; of several Referrer-Policy values browsers take the last.
 */
export function headersFile(backendUrl: string, pages: readonly HostedPage[]): string {
  const { 'Cache-Control': _, ...everywhere } = securityHeaders;
  const cachedPaths = ['/index.html', ...workerPaths, '/manifest.webmanifest', '/assets/*'];
  const rules = [
    rule('/*', { ...everywhere, 'Content-Security-Policy': pageSecurityPolicy(backendUrl) }),
    ...cachedPaths.map((path) => rule(path, { 'Cache-Control': cacheControl(path) })),
    ...pages.map((page) =>
      rule(page.path, { 'Cache-Control': cacheControl('/index.html'), ...pageHeaders(page) }),
    ),
  ];
  return `${rules.join('\n')}\n`;
}

/** The `_redirects` of a static host: every address of the app shows the one page there is. */
export function redirectsFile(pages: readonly HostedPage[]): string {
  const rewritten = pages.filter(({ path }) => path !== '/');
  // To “/”: Cloudflare redirects “/index.html” there, and the browser would lose the address.
  return rewritten.map(({ path }) => `${path} / 200\n`).join('');
}
