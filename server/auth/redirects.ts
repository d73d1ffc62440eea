import type { Context as HttpContext } from 'hono';
import type { Auth } from './services.ts';

/** Schemes in which an address is a program or a file: nobody is ever sent there, whatever the patterns say. */
const neverAllowed = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']);
const maxLength = 2048;

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/**
 * A pattern of `additional_redirect_urls` as a regular expression, as upstream reads it: `*` is any text without `.`
 * and `/`, `**` any text, `?` one character that is neither, `[…]` one of several (`[!…]` none of them), `{a,b}` one of
 * the alternatives, `\` takes the next character as it is.
 */
function patternExpression(pattern: string): RegExp {
  let open = 0;
  let source = '';
  for (const [part] of pattern.matchAll(/\*\*|\[![^\]]+\]|\[[^\]]+\]|\\.|./gs)) {
    if (part === '**') source += '.*';
    else if (part === '*') source += '[^./]*';
    else if (part === '?') source += '[^./]';
    else if (part.startsWith('[!')) source += `[^${part.slice(2, -1).replaceAll(/[\\^[]/g, '\\$&')}]`;
    else if (part.startsWith('[') && part.length > 2)
      source += `[${part.slice(1, -1).replaceAll(/[\\^[]/g, '\\$&')}]`;
    else if (part === '{') [source, open] = [`${source}(?:`, open + 1];
    else if (part === '}' && open > 0) [source, open] = [`${source})`, open - 1];
    else if (part === ',' && open > 0) source += '|';
    else source += literally(part.startsWith('\\') ? part.slice(1) : part);
  }
  return new RegExp(`^${source}${')'.repeat(open)}$`, 's');
}

function matchesPattern(pattern: string, address: string): boolean {
  try {
    return patternExpression(pattern).test(address);
  } catch {
    return pattern === address;
  }
}

/** Where the app is: `site_url`, or else the address that this server is reached at. */
export function siteUrl({ settings, config }: Pick<Auth, 'settings' | 'config'>): string {
  return settings.site_url || config.publicUrl;
}

/**
 * Whether people may be sent to an address with what signs them in: it is on the origin of the app or of this server,
 * or it matches a pattern of `additional_redirect_urls` (without its fragment).
 */
export function isAllowedRedirect(auth: Pick<Auth, 'settings' | 'config'>, address: string): boolean {
  if (address.length > maxLength || !URL.canParse(address)) return false;
  const { protocol, origin, username, password } = new URL(address);
  if (neverAllowed.has(protocol) || username !== '' || password !== '') return false;
  const own = [siteUrl(auth), auth.config.publicUrl].map((each) => new URL(each).origin);
  if (origin !== 'null' && own.includes(origin)) return true;
  const [target = ''] = address.split('#');
  return auth.settings.additional_redirect_urls.some((pattern) => matchesPattern(pattern, target));
}

/** Where a request wants people to be sent: `redirect_to`, or else the `Referer`, or else the app, if allowed. */
export function requestedRedirect(
  auth: Auth,
  c: HttpContext,
  redirectTo = c.req.query('redirect_to'),
): string {
  const wanted = [redirectTo, c.req.header('redirect_to'), c.req.header('referer')];
  return wanted.find((address) => address && isAllowedRedirect(auth, address)) ?? siteUrl(auth);
}
