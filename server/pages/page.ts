import { createHash } from 'node:crypto';
import type { Config } from '../../backend/index.ts';

/** What a page learns of its installation. */
export interface PageSource extends Pick<Config, 'page' | 'requireAdminMfa'> {
  readonly keys: Pick<Config['keys'], 'publishable'>;
  /** Empty: the page takes the address that it was opened at. */
  readonly publicUrl: string;
  /** Empty: the backend is where the page came from. */
  readonly backendUrl?: string;
}

type Settings = Readonly<Record<string, string>>;

/** Launchers cut longer names off. */
const shortNameLength = 12;

function escapeAttribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The settings that the page learns from `<meta>` tags, by the tags' names. */
export function pageSettings({
  page,
  keys,
  publicUrl,
  backendUrl = '',
  requireAdminMfa,
}: PageSource): Settings {
  return {
    ...Object.fromEntries(Object.entries(page).map(([name, value]) => [kebabCase(name), String(value)])),
    'public-url': publicUrl,
    'backend-url': backendUrl,
    'publishable-key': keys.publishable,
    'require-admin-mfa': String(requireAdminMfa),
    'apple-mobile-web-app-title': page.brandName,
    ...(page.brandTagline && { description: page.brandTagline }),
  };
}

/** As BCP 47 names the language where the installation is; the app's texts are those of Chile and Brazil. */
const regional: Readonly<Record<string, string>> = { es: 'es-CL', pt: 'pt-BR' };

/** Fills the page's title, language and the `content` of its `<meta>` tags with the installation's settings. */
export function fillPage(html: string, settings: Settings): string {
  const { 'default-language': language = 'es', 'brand-name': name = '' } = settings;
  const titled = html
    .replace(/<html lang="[\w-]*">/, `<html lang="${language}">`)
    .replace(/(<title>)[^<]*/, (_, start: string) => start + escapeAttribute(name));
  return Object.entries(settings).reduce(
    (page, [setting, value]) =>
      page.replace(
        new RegExp(`(<meta\\s+name="${setting}"\\s+content=")[^"]*`),
        (_, start: string) => start + escapeAttribute(value),
      ),
    titled,
  );
}

function shortName(name: string): string {
  const words = name.split(/\s+/);
  while (words.length > 1 && words.join(' ').length > shortNameLength) words.pop();
  return words.join(' ').slice(0, shortNameLength);
}

/** Puts the operator's name, tagline and language into the manifest of the installed app. */
export function fillManifest(text: string, settings: Settings): string {
  const { 'brand-name': name, 'brand-tagline': tagline, 'default-language': language } = settings;
  return JSON.stringify({
    ...(JSON.parse(text) as object),
    ...(language && { lang: regional[language] ?? language }),
    ...(name && { name, short_name: shortName(name) }),
    ...(tagline && { description: tagline }),
  });
}

/**
 * Writes the revision of the page, as this installation fills it, into the service worker: a changed setting makes
 * another worker, which brings the page to the devices that keep it.
 */
export function fillWorker(text: string, page: string): string {
  const revision = createHash('sha256').update(page).digest('hex').slice(0, 16);
  return text.replace(/\bpage-[0-9a-f]{16}\b/, `page-${revision}`);
}
