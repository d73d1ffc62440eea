import { isLanguage } from '../../shared/languages.ts';
import { metaName, type PageSettings } from '../../shared/page-settings.ts';
import type { StorageKey } from '../util/storageKeys.ts';

function meta(name: keyof PageSettings): string {
  const selector = `meta[name="${metaName(name)}"]`;
  return document.querySelector<HTMLMetaElement>(selector)?.content.trim() ?? '';
}

/** `value` when it is an http(s) address, without trailing slashes; otherwise the empty string. */
function httpUrl(value: string | undefined): string {
  if (!value || !URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) return '';
  return value.replace(/\/+$/, '');
}

function read(): PageSettings {
  const language = meta('defaultLanguage');
  const mail = meta('mail');
  return {
    backendUrl: httpUrl(meta('backendUrl')) || window.location.origin,
    publicUrl: httpUrl(meta('publicUrl')),
    publishableKey: meta('publishableKey'),
    brandName: meta('brandName'),
    brandTagline: meta('brandTagline'),
    whatsappNumber: meta('whatsappNumber'),
    mapsUrl: httpUrl(meta('mapsUrl')),
    ratingCooldownMinutes: Number(meta('ratingCooldownMinutes')),
    defaultLanguage: isLanguage(language) ? language : 'es',
    companyZone: meta('companyZone') || 'America/Santiago',
    nightHours: meta('nightHours'),
    mail: mail === 'sent' || mail === 'stored' ? mail : '',
    requireAdminMfa: meta('requireAdminMfa') === 'true',
    requireDriverPin: meta('requireDriverPin') === 'true',
  };
}

let environment: PageSettings | undefined;

/**
 * The settings of this installation, from the `<meta>` tags that the server or a static build fills in. Read once; only
 * the key can change while the page is open.
 */
export function getEnvironment(): PageSettings {
  environment ??= read();
  return environment;
}

/** The key of the session in the browser's storage. */
export function sessionStorageKey(): StorageKey {
  return `sb-${new URL(getEnvironment().backendUrl).hostname.split('.')[0] ?? ''}-auth-token`;
}

/** The key that a page, as HTML text, was given by the server; empty for one that has none. */
export function publishableKeyOf(html: string): string {
  return new RegExp(`<meta name="${metaName('publishableKey')}" content="([^"]*)"`).exec(html)?.[1] ?? '';
}

/** Takes over a key that was changed since the page was loaded; nothing happens without one. */
export function replacePublishableKey(publishableKey: string): void {
  if (publishableKey !== '') environment = { ...getEnvironment(), publishableKey };
}
