export { ConfigError, findInstallation, loadConfig, type BeforeKeys, type Config } from './config/config.ts';
export {
  readEnvironment,
  readSettings,
  type Setting,
  type SettingTable,
  type Values,
  type Variables,
} from './config/env.ts';
export { environmentWarnings } from './config/environment-warnings.ts';
export * as parsers from './config/parsers.ts';
export {
  backupStoreSettings,
  installationSettings,
  keySettings,
  objectStoreSettings,
  serverSettings,
  smtpSettings,
  type Environment,
} from './config/settings.ts';
export { createBackend, type Backend } from './create-backend.ts';
export type { OwnerAccess, Queryable } from './db/database.ts';
export { checkPort } from './http/listen.ts';
export { isRefusedForGood } from './messages/mail/mail.ts';
export type { Language } from './messages/texts/index.ts';
export type { JobTools, ProductJob } from './jobs/jobs.ts';
export { serve } from './serve.ts';
export type { OperationOutcome } from './telemetry/operations.ts';
export type { BackendOptions, DeletedRows, Pages } from './service/options.ts';
