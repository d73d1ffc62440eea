import type { Context as HttpContext } from 'hono';
import { matchesPattern } from './url-pattern.ts';
import type { Auth } from '../services.ts';

/** Schemes in which an address is a program or a file: nobody is ever sent there, whatever the patterns say. */
const neverAllowed = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']);
const maxLength = 2048;

/** Where the app is: `site_url`, or else the address that this server is reached at. */
export function siteUrl({ settings, config }: Pick<Auth, 'settings' | 'config'>): string {
  return settings.site_url || config.publicUrl;
}

/**
 * Whether people may be sent to an address with what signs them in: it is on the origin of the app, of this server or
 * of a page that may call the API (`ALLOWED_ORIGINS`), or it matches a pattern of `additional_redirect_urls` (without its fragment).
 */
export function isAllowedRedirect(auth: Pick<Auth, 'settings' | 'config'>, address: string): boolean {
  if (address.length > maxLength || !URL.canParse(address)) return false;
  const { protocol, origin, username, password } = new URL(address);
  if (neverAllowed.has(protocol) || username !== '' || password !== '') return false;
  const { publicUrl, allowedOrigins } = auth.config;
  const own = [siteUrl(auth), publicUrl].map((each) => new URL(each).origin);
  if (origin !== 'null' && [...own, ...allowedOrigins].includes(origin)) return true;
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
