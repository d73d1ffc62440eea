import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dataFolder, folder, port, secretKey } from './settings.ts';

// The product as an operator starts it, on a data folder that goes when it ends. Only the rate limits are out of
// the way: all journeys come from one address.
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { mode: 0o700 });
const supabaseDir = join(folder, 'supabase');
await cp(resolve(import.meta.dirname, '../../supabase'), supabaseDir, { recursive: true });
const config = join(supabaseDir, 'config.toml');
const limits = /^(sign_in_sign_ups|token_refresh)\s*=.*$/gm;
await writeFile(config, (await readFile(config, 'utf8')).replace(limits, '$1 = 100000'));
Object.assign(process.env, {
  DATA_DIR: dataFolder,
  SUPABASE_DIR: supabaseDir,
  SUPABASE_SECRET_KEY: secretKey,
  PORT: String(port),
  LOG_LEVEL: 'error',
  // A journey's result must not depend on the hour it runs at.
  NIGHT_HOURS: 'off',
  // Without one no passenger sees a way to book.
  WHATSAPP_NUMBER: '+56 9 8765 4321',
  REVIEWS_PER_HOUR: '0',
  // A journey may come from a network of its own.
  TRUSTED_PROXIES: '127.0.0.1',
});
await import('../../server/main.ts');
await rm(folder, { recursive: true, force: true });
