import { createHash } from 'node:crypto';
import { localeOf } from '../../shared/languages.ts';
import { contentBucket } from '../../shared/limits.ts';
import { metaName, type PageSettings } from '../../shared/page-settings.ts';

/** Launchers cut longer names off. */
const shortNameCharacters = 12;

function escapeAttribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}

function metaTag(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeAttribute(content)}">`;
}

/** Storage serves the icon: it never changes under its name, so browsers cache it. */
function iconUrl({ backendUrl }: PageSettings, icon: string): string {
  return `${backendUrl}/storage/v1/object/public/${contentBucket}/${icon}`;
}

/** Names the company's own icon in place of the built ones. */
function withIcon(html: string, url: string): string {
  const link = (rel: string) => `<link rel="${rel}" href="${escapeAttribute(url)}">`;
  return html
    .replace(/<link\s+rel="icon"[^>]*>/, () => link('icon'))
    .replace(/<link\s+rel="apple-touch-icon"[^>]*>/, () => link('apple-touch-icon'));
}

/**
 * Fills the page with the settings of an installation: its title, its language, and one `<meta>` tag for each setting.
 * A page that has been filled before is filled anew.
 * @param icon the name of the company's own icon; empty for the built ones
 */
export function fillPage(html: string, settings: PageSettings, icon = ''): string {
  const { brandName, brandTagline, defaultLanguage } = settings;
  const names = Object.keys(settings) as (keyof PageSettings)[];
  const tags = names.map((name) => metaTag(metaName(name), String(settings[name])));
  const own = {
    'apple-mobile-web-app-title': brandName,
    ...(brandTagline && { description: brandTagline }),
  };
  const filled = (icon ? withIcon(html, iconUrl(settings, icon)) : html)
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

/** One icon for every shape that a launcher cuts: the logo stands in its middle. */
function manifestIcons(src: string) {
  const icon = { src, sizes: '512x512', type: 'image/jpeg' };
  return [
    { ...icon, purpose: 'any' },
    { ...icon, purpose: 'maskable' },
  ];
}

interface BuiltManifest {
  readonly shortcuts?: readonly object[];
}

/** Puts the operator's name, tagline, language and, if there is one, icon into the manifest of the installed app. */
export function fillManifest(text: string, settings: PageSettings, icon = ''): string {
  const { brandName, brandTagline, defaultLanguage } = settings;
  const built = JSON.parse(text) as BuiltManifest;
  const icons = manifestIcons(iconUrl(settings, icon));
  return JSON.stringify({
    ...built,
    ...(icon && { icons, shortcuts: built.shortcuts?.map((each) => ({ ...each, icons })) }),
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
