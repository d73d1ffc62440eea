import { isLanguage, type Language } from '../../shared/languages.ts';

export interface Environment {
  /** Without a trailing slash. */
  readonly backendUrl: string;
  /** Where people reach the app, as the operator set it or as the server assumes; empty in a static build. */
  readonly publicUrl: string;
  readonly publishableKey: string;
  readonly brandName: string;
  /** Empty: the translated tagline is shown. */
  readonly brandTagline: string;
  /** As the operator wrote it, for example +56912345678. */
  readonly whatsappNumber: string;
  /** An address; `{query}` in it stands for what to look for. */
  readonly mapsUrl: string;
  /** How long the rating button rests after a rating, 0 for not at all. */
  readonly ratingRestMinutes: number;
  readonly defaultLanguage: Language;
  /** As `20-7`: the screen is dark from 20:00 to 7:00; or `off`. */
  readonly nightHours: string;
  /** Administrators have to set up a second factor. */
  readonly requireAdminMfa: boolean;
}

const fallback = {
  brandName: 'Andes Transfer',
  whatsappNumber: '+56912345678',
  mapsUrl: 'https://www.google.com/maps/search/?api=1&query={query}',
  nightHours: '20-7',
  ratingRestMinutes: 10,
};

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
    backendUrl:
      httpUrl(meta('backend-url')) || httpUrl(import.meta.env.VITE_SUPABASE_URL) || window.location.origin,
    publicUrl: httpUrl(meta('public-url')),
    publishableKey: meta('publishable-key') || import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY || '',
    brandName: meta('brand-name') || fallback.brandName,
    brandTagline: meta('brand-tagline'),
    whatsappNumber: meta('whatsapp-number') || fallback.whatsappNumber,
    mapsUrl: httpUrl(meta('maps-url')) || fallback.mapsUrl,
    ratingRestMinutes: Number(meta('rating-rest-minutes') || fallback.ratingRestMinutes),
    defaultLanguage: isLanguage(language) ? language : 'es',
    nightHours: meta('night-hours') || fallback.nightHours,
    requireAdminMfa: (meta('require-admin-mfa') || import.meta.env.VITE_REQUIRE_ADMIN_MFA) === 'true',
  };
}

let environment: Environment | undefined;

/**
 * The settings of this installation: from the `<meta>` tags the server fills in, else from the build
 * (`VITE_SUPABASE_URL`, `VITE_SUPABASE_PUBLISHABLE_KEY`, `VITE_REQUIRE_ADMIN_MFA`), else the defaults. Read once; only
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
