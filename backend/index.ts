export { ConfigError, findInstallation, loadConfig, type Config } from './config/config.ts';
export { readEnvironment, type Environment } from './config/env.ts';
export { createBackend, type Backend } from './create-backend.ts';
export type { Queryable } from './db/database.ts';
export { isLanguage, languages, type Language } from './messages/languages.ts';
export { serve } from './serve.ts';
export type { BackendOptions, DeletedRows } from './service/options.ts';
