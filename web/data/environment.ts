import { isLanguage, type Language } from '../../shared/languages.ts';

export interface Environment {
  /** Without a trailing slash. */
  readonly backendUrl: string;
  /** The address of the app, as the operator set it or as the server assumes; empty: the address it was opened at. */
  readonly publicUrl: string;
  readonly publishableKey: string;
  readonly brandName: string;
  /** Empty: the translated tagline is shown. */
  readonly brandTagline: string;
  /** As the operator wrote it, for example +56912345678. */
  readonly whatsappNumber: string;
  /** An address; `{query}` in it stands for what to look for. */
  readonly mapsUrl: string;
  /** Cooldown of the rating button after a rating; 0 for none. */
  readonly ratingRestMinutes: number;
  readonly defaultLanguage: Language;
  /** As `20-7`: the screen is dark from 20:00 to 7:00; or `off`. */
  readonly nightHours: string;
  /** Administrators have to set up a second factor. */
  readonly requireAdminMfa: boolean;
}

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? '';
}

/** `value` when it is an http(s) address, without trailing slashes; otherwise the empty string. */
function httpUrl(value: string | undefined): string {
  if (!value || !URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) return '';
  return value.replace(/\/+$/, '');
}

function read(): Environment {
  const language = meta('default-language');
  return {
    backendUrl: httpUrl(meta('backend-url')) || window.location.origin,
    publicUrl: httpUrl(meta('public-url')),
    publishableKey: meta('publishable-key'),
    brandName: meta('brand-name'),
    brandTagline: meta('brand-tagline'),
    whatsappNumber: meta('whatsapp-number'),
    mapsUrl: httpUrl(meta('maps-url')),
    ratingRestMinutes: Number(meta('rating-rest-minutes')),
    defaultLanguage: isLanguage(language) ? language : 'es',
    nightHours: meta('night-hours'),
    requireAdminMfa: meta('require-admin-mfa') === 'true',
  };
}

let environment: Environment | undefined;

/**
 * The settings of this installation, from the `<meta>` tags that the server or a static build fills in. Read once; only
 * the key can change while the page is open.
 */
export function getEnvironment(): Environment {
  environment ??= read();
  return environment;
}

/** The key that a page, as HTML text, was given by the server; empty for one that has none. */
export function publishableKeyOf(html: string): string {
  return /<meta\s+name="publishable-key"\s+content="([^"]*)"/.exec(html)?.[1] ?? '';
}

/** Takes over a key that was changed since the page was loaded; nothing happens without one. */
export function replacePublishableKey(publishableKey: string): void {
  if (publishableKey !== '') environment = { ...getEnvironment(), publishableKey };
}

/** The WhatsApp chat with the company, optionally with a first message. */
export function whatsappUrl(message = ''): string {
  const digits = getEnvironment().whatsappNumber.replace(/\D/g, '');
  return `https://wa.me/${digits}${message ? `?text=${encodeURIComponent(message)}` : ''}`;
}

/** The maps service, looking for `query`. */
export function mapsUrl(query: string): string {
  return getEnvironment().mapsUrl.replaceAll('{query}', encodeURIComponent(query));
}
