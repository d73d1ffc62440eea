import { createHash } from 'node:crypto';
import type { Config, PageSettings } from '../config/config.ts';

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
export function pageSettings(config: Config): Settings {
  const page: PageSettings = config.page;
  return {
    ...Object.fromEntries(Object.entries(page).map(([name, value]) => [kebabCase(name), String(value)])),
    'public-url': config.publicUrl,
    'publishable-key': config.keys.publishable,
    'require-admin-mfa': String(config.requireAdminMfa),
    'apple-mobile-web-app-title': config.page.brandName,
  };
}

/** As BCP 47 names the language where the installation is; the app's texts are those of Chile and Brazil. */
const regional: Readonly<Record<string, string>> = { es: 'es-CL', pt: 'pt-BR' };

/** Fills the page's language and the `content` of its `<meta>` tags with the installation's settings. */
export function fillPage(html: string, settings: Settings): string {
  const { 'default-language': language = 'es' } = settings;
  const inLanguage = html.replace(/<html lang="[\w-]*">/, `<html lang="${language}">`);
  return Object.entries(settings).reduce(
    (page, [name, value]) =>
      page.replace(
        new RegExp(`(<meta\\s+name="${name}"\\s+content=")[^"]*`),
        (_, start: string) => start + escapeAttribute(value),
      ),
    inLanguage,
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
