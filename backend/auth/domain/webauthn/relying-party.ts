import { isIP } from 'node:net';
import { siteUrl } from '../flows/redirects.ts';
import type { Auth } from '../../context.ts';

export type PartySettings = Pick<Auth, 'config' | 'options' | 'settings'>;

/** The site that passkeys and WebAuthn factors belong to. */
export interface RelyingParty {
  /** A domain; browsers reject IP addresses. */
  readonly id: string;
  readonly name: string;
  /** The origins whose pages may use the credentials. */
  readonly origins: readonly string[];
}

function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}

/** The public address; a loopback address becomes `localhost`, since browsers reject IP addresses. */
function appAddress(publicUrl: string): URL {
  const url = new URL(publicUrl);
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  return url;
}

/** `[auth.webauthn]` of `config.toml`; by default the host of `PUBLIC_URL` and the app's origins within its domain. */
export function relyingParty(auth: Pick<Auth, 'config' | 'options' | 'settings'>): RelyingParty {
  const { config, options, settings } = auth;
  const { rp_id, rp_display_name, rp_origins } = settings.webauthn;
  const app = appAddress(config.publicUrl);
  const id = rp_id || app.hostname;
  const isWithin = ({ hostname }: URL) => hostname === id || hostname.endsWith(`.${id}`);
  const others = [siteUrl(auth), ...config.allowedOrigins].filter((each) => URL.canParse(each));
  const own = [app, ...others.map((each) => new URL(each))];
  const origins = rp_origins.length > 0 ? rp_origins.map((each) => new URL(each)) : own.filter(isWithin);
  return {
    id,
    name: rp_display_name || options.brandName,
    origins: [...new Set(origins.map(({ origin }) => origin))],
  };
}
