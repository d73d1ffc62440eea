import { loadConfig, readEnvironment, readSettings, type Config, type Values } from '../../backend/index.ts';
import type { PageSettings } from '../../shared/page-settings.ts';
import { pageSettings, policySettings, type Environment } from './table.ts';

/** The settings of the product: its backend's, its page's and those that its SQL reads. */
export interface Settings extends Values<typeof policySettings> {
  readonly config: Config;
  readonly page: PageSettings;
  /** A `mailto:` or `https:` address for reports of vulnerabilities; by default the company's WhatsApp. */
  readonly securityContact: string;
}

/**
 * Makes the settings from the environment, `config.toml` and the secrets of the data folder.
 * @throws ConfigError with a sentence for the operator
 */
export async function loadSettings(environment: Environment = readEnvironment()): Promise<Settings> {
  const page = readSettings(pageSettings, environment);
  const policies = readSettings(policySettings, environment);
  const config = await loadConfig(environment);
  const { publicUrl, keys } = config;
  return {
    ...policies,
    config,
    page: { ...page, backendUrl: '', publicUrl, publishableKey: keys.publishable },
    securityContact: config.securityContact ?? `https://wa.me/${page.whatsappNumber.replace(/\D/g, '')}`,
  };
}
