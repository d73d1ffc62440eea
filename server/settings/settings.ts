import { loadConfig, type Config } from '../../backend/config/config.ts';
import { readEnvironment, readSettings, type Values } from '../../backend/config/env.ts';
import type { PageSettings } from '../../shared/page-settings.ts';
import { pageSettings, policySettings, type Environment } from './table.ts';

/** The settings of the product: its backend's, its page's and those that its SQL reads. */
export interface Settings extends Values<typeof policySettings> {
  readonly config: Config;
  readonly page: PageSettings;
}

/**
 * Makes the settings from the environment, `config.toml` and the secrets of the data folder.
 * @throws ConfigError, ProjectFolderError with a sentence for the operator
 */
export async function loadSettings(environment: Environment = readEnvironment()): Promise<Settings> {
  const page = readSettings(pageSettings, environment);
  const policies = readSettings(policySettings, environment);
  const { brandName, defaultLanguage, whatsappNumber } = page;
  const backend = await loadConfig(environment);
  const securityContact = backend.securityContact ?? `https://wa.me/${whatsappNumber.replace(/\D/g, '')}`;
  const { publicUrl, keys } = backend;
  return {
    ...policies,
    config: { ...backend, brandName, defaultLanguage, securityContact },
    page: { ...page, backendUrl: '', publicUrl, publishableKey: keys.publishable },
  };
}
