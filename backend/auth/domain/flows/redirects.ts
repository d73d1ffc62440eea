import { matchesPattern } from './url-pattern.ts';
import type { AuthRequest } from '../../request.ts';
import type { Auth } from '../../context.ts';

export type RedirectSource = Pick<AuthRequest, 'config' | 'headers' | 'query' | 'settings'>;

/** Schemes of programs and files: forbidden even when a pattern matches. */
const neverAllowed = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']);
const maxCharacters = 2048;

/** The app's address: `site_url`, by default the public address of this server. */
export function siteUrl({ settings, config }: Pick<Auth, 'settings' | 'config'>): string {
  return settings.site_url || config.publicUrl;
}

/**
 * Whether a redirect with a session or code may go to an address: on the origin of the app, of this server or of a page
 * that may call the API (`ALLOWED_ORIGINS`), or matching a pattern of `additional_redirect_urls` without its fragment.
 */
export function isAllowedRedirect(auth: Pick<Auth, 'settings' | 'config'>, address: string): boolean {
  if (address.length > maxCharacters || !URL.canParse(address)) return false;
  const { protocol, origin, username, password } = new URL(address);
  if (neverAllowed.has(protocol) || username !== '' || password !== '') return false;
  const { publicUrl, allowedOrigins } = auth.config;
  const own = [siteUrl(auth), publicUrl].map((each) => new URL(each).origin);
  if (origin !== 'null' && [...own, ...allowedOrigins].includes(origin)) return true;
  const [target = ''] = address.split('#');
  return auth.settings.additional_redirect_urls.some((pattern) => matchesPattern(pattern, target));
}

/** The first allowed of `redirect_to` and the `Referer`; else the address of the app. */
export function requestedRedirect(
  request: RedirectSource,
  redirectTo = request.query('redirect_to'),
): string {
  const wanted = [redirectTo, request.headers.get('redirect_to'), request.headers.get('referer')];
  return wanted.find((address) => address && isAllowedRedirect(request, address)) ?? siteUrl(request);
}
