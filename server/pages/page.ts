import { createHash } from 'node:crypto';
import { localeOf } from '../../shared/languages.ts';
import { metaName, type PageSettings } from '../../shared/page-settings.ts';

/** Launchers cut longer names off. */
const shortNameCharacters = 12;

function escapeAttribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}

function metaTag(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeAttribute(content)}">`;
}

/**
 * Fills the page with the settings of an installation: its title, its language, and one `<meta>` tag for each setting.
 * A page that has been filled before is filled anew.
 */
export function fillPage(html: string, settings: PageSettings): string {
  const { brandName, brandTagline, defaultLanguage } = settings;
  const names = Object.keys(settings) as (keyof PageSettings)[];
  const tags = names.map((name) => metaTag(metaName(name), String(settings[name])));
  const own = {
    'apple-mobile-web-app-title': brandName,
    ...(brandTagline && { description: brandTagline }),
  };
  const filled = html
    .replace(/<html lang="[\w-]*">/, `<html lang="${defaultLanguage}">`)
    .replace(/(<title>)[^<]*/, (_, start: string) => start + escapeAttribute(brandName))
    .replace(/<!--settings-->.*?<!--\/settings-->/s, () => `<!--settings-->${tags.join('')}<!--/settings-->`);
  return Object.entries(own).reduce(
    (page, [name, content]) =>
      page.replace(new RegExp(`<meta\\s+name="${name}"\\s+content="[^"]*"\\s*/?>`), () =>
        metaTag(name, content),
      ),
    filled,
  );
}

function shortName(name: string): string {
  const words = name.split(/\s+/);
  while (words.length > 1 && words.join(' ').length > shortNameCharacters) words.pop();
  return words.join(' ').slice(0, shortNameCharacters);
}

/** Puts the operator's name, tagline and language into the manifest of the installed app. */
export function fillManifest(text: string, settings: PageSettings): string {
  const { brandName, brandTagline, defaultLanguage } = settings;
  return JSON.stringify({
    ...(JSON.parse(text) as object),
    lang: localeOf(defaultLanguage),
    name: brandName,
    short_name: shortName(brandName),
    ...(brandTagline && { description: brandTagline }),
  });
}

/** Writes the page's revision into the service worker: devices fetch the page again when a setting has changed. */
export function fillWorker(text: string, page: string): string {
  const revision = createHash('sha256').update(page).digest('hex').slice(0, 16);
  return text.replace(/\bpage-[0-9a-f]{16}\b/, `page-${revision}`);
}
