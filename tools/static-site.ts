import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type VariableLookup } from '../backend/config/config.ts';
import { readSettings } from '../backend/config/env.ts';
import { parseUrl } from '../backend/config/parsers.ts';
import { fillManifest, fillPage } from '../server/pages/page.ts';
import { headersFile, redirectsFile } from '../server/pages/static-host.ts';
import { pageSettings } from '../server/settings/table.ts';
import { pages } from '../web/pages.ts';
import type { PageSettings } from '../shared/page-settings.ts';

const prefix = 'VITE_';
const addressVariable = `${prefix}SUPABASE_URL`;
const pageVariables = Object.values(pageSettings).map(({ name }) => name);

/** The names of all variables of a static build. */
export const siteVariables: readonly string[] = [
  addressVariable,
  ...pageVariables.map((name) => prefix + name),
];

/** Without these a passenger would see the example company, or write to a stranger. */
const required = [
  pageSettings.publishableKey.name,
  pageSettings.brandName.name,
  pageSettings.whatsappNumber.name,
];

/**
 * The page's settings of a static build, whose files a static host serves while the backend is at another address.
 * Undefined without `VITE_SUPABASE_URL`: then our own server fills the page in.
 * @throws ConfigError with one sentence that begins with the variable's name
 */
export function readStaticSite(variable: VariableLookup): PageSettings | undefined {
  const address = variable(addressVariable);
  if (!address) return undefined;
  const backendUrl = parseUrl(addressVariable, address);
  const environment = Object.fromEntries(pageVariables.map((name) => [name, variable(prefix + name)]));
  const missing = required.find((name) => !environment[name]);
  if (missing)
    throw new ConfigError(`${prefix}${missing} is not set; a static build with ${addressVariable} needs it.`);
  try {
    const { publicUrl = '', publishableKey = '', ...settings } = readSettings(pageSettings, environment);
    return { ...settings, backendUrl, publicUrl, publishableKey, mail: '' };
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(prefix + error.message, { cause: error });
    throw error;
  }
}

/** Fills the built page and manifest. Comes before the service worker is built, which names the page's hash. */
export async function fillSite(folder: string, settings: PageSettings): Promise<void> {
  const fill = async (name: string, change: (text: string) => string) => {
    const path = join(folder, name);
    await writeFile(path, change(await readFile(path, 'utf8')));
  };
  await fill('index.html', (html) => fillPage(html, settings));
  await fill('manifest.webmanifest', (text) => fillManifest(text, settings));
}

/** Writes the files that make a static host serve the site as our own server does. */
export async function writeHostFiles(folder: string, { backendUrl }: PageSettings): Promise<void> {
  await writeFile(join(folder, '_headers'), headersFile(backendUrl, pages));
  await writeFile(join(folder, '_redirects'), redirectsFile(pages));
}
