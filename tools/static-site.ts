import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, pageSettings } from '../backend/config/config.ts';
import { pageVariables, type Environment } from '../backend/config/env.ts';
import { parseBoolean, parsePublishableKey, parseUrl } from '../backend/config/parsers.ts';
import type { VariableLookup } from '../backend/config/variables.ts';
import {
  fillManifest,
  fillPage,
  pageSettings as settingsOfPage,
  type PageSource,
} from '../server/pages/page.ts';
import { headersFile, redirectsFile } from '../server/pages/static-host.ts';

/** A build whose files a static host serves, with the backend at another address. */
export interface StaticSite extends PageSource {
  readonly backendUrl: string;
}

const prefix = 'VITE_';
const addressVariable = 'VITE_SUPABASE_URL';

/** The names of all variables of a static build. */
export const siteVariables: readonly string[] = [
  addressVariable,
  ...pageVariables.map(({ name }) => prefix + name),
];

/** Without these a passenger would see the example company, or write to a stranger. */
const required = ['SUPABASE_PUBLISHABLE_KEY', 'BRAND_NAME', 'WHATSAPP_NUMBER'] as const;

function readSettings(environment: Environment): Omit<StaticSite, 'backendUrl'> {
  const missing = required.find((name) => !environment[name]);
  if (missing)
    throw new ConfigError(`${missing} is not set; a static build with ${addressVariable} needs it.`);
  return {
    page: pageSettings(environment),
    publicUrl: environment.PUBLIC_URL ? parseUrl('PUBLIC_URL', environment.PUBLIC_URL) : '',
    keys: {
      publishable: parsePublishableKey(
        'SUPABASE_PUBLISHABLE_KEY',
        environment.SUPABASE_PUBLISHABLE_KEY ?? '',
      ),
    },
    requireAdminMfa: parseBoolean('REQUIRE_ADMIN_MFA', environment.REQUIRE_ADMIN_MFA ?? 'false'),
  };
}

/**
 * The static build that the variables describe; undefined without `VITE_SUPABASE_URL`: our own server fills the page
 * in. Each of the page's settings has its name behind `VITE_`. Empty values count as not given.
 * @throws ConfigError with one sentence that begins with the variable's name
 */
export function readStaticSite(variable: VariableLookup): StaticSite | undefined {
  const address = variable(addressVariable);
  if (!address) return undefined;
  const backendUrl = parseUrl(addressVariable, address);
  const environment: Environment = Object.fromEntries(
    pageVariables.flatMap(({ name }) => {
      const value = variable(prefix + name);
      return value ? [[name, value]] : [];
    }),
  );
  try {
    return { backendUrl, ...readSettings(environment) };
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(prefix + error.message, { cause: error });
    throw error;
  }
}

/** Fills the built page and manifest in. Comes before the service worker is built, which names the page's hash. */
export async function fillSite(folder: string, site: StaticSite): Promise<void> {
  const settings = settingsOfPage(site);
  const fill = async (name: string, change: (text: string) => string) => {
    const path = join(folder, name);
    await writeFile(path, change(await readFile(path, 'utf8')));
  };
  await fill('index.html', (html) => fillPage(html, settings));
  await fill('manifest.webmanifest', (text) => fillManifest(text, settings));
}

/** Writes what tells a static host to serve the files as our own server does. */
export async function writeHostFiles(folder: string, { backendUrl }: StaticSite): Promise<void> {
  await writeFile(join(folder, '_headers'), headersFile(backendUrl));
  await writeFile(join(folder, '_redirects'), redirectsFile());
}
