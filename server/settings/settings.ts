import {
  environmentWarnings,
  loadConfig,
  readEnvironment,
  readSettings,
  type BeforeKeys,
  type Config,
  type Values,
} from '../../backend/index.ts';
import type { PageSettings } from '../../shared/page-settings.ts';
import { allSettings, pageSettings, policySettings, type Environment } from './table.ts';

/** The settings of the product: its backend's, its page's and those that its SQL reads. */
export interface Settings extends Values<typeof policySettings> {
  readonly config: Config;
  readonly page: PageSettings;
  /** A `mailto:` or `https:` address for reports of vulnerabilities; by default the company's WhatsApp, or the app. */
  readonly securityContact: string;
}

/**
 * Makes the settings from the environment, `config.toml` and the secrets of the data folder.
 * @param beforeKeys see `loadConfig`
 * @throws ConfigError with a sentence for the operator
 */
export async function loadSettings(
  environment: Environment = readEnvironment(),
  beforeKeys?: BeforeKeys,
): Promise<Settings> {
  const page = readSettings(pageSettings, environment);
  const policies = readSettings(policySettings, environment);
  const loaded = await loadConfig(environment, undefined, beforeKeys);
  const warnings = [...loaded.warnings, ...environmentWarnings(environment, allSettings)];
  const config = { ...loaded, warnings };
  const { publicUrl, keys, smtp, dataDir } = config;
  const mail = smtp ? 'sent' : dataDir === undefined ? '' : 'stored';
  return {
    ...policies,
    config,
    page: { ...page, backendUrl: '', publicUrl, publishableKey: keys.publishable, mail },
    securityContact:
      config.securityContact ??
      (page.whatsappNumber === '' ? publicUrl : `https://wa.me/${page.whatsappNumber.slice(1)}`),
  };
}
