import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { port, secretKey } from './settings.ts';

// The product as an operator starts it, on a data folder that goes when it ends. Only the rate limits are out of
// the way: all journeys come from one address.
const folder = await mkdtemp(join(tmpdir(), 'transfer-browser-'));
const supabaseDir = join(folder, 'supabase');
await cp(resolve(import.meta.dirname, '../../supabase'), supabaseDir, { recursive: true });
const config = join(supabaseDir, 'config.toml');
const limits = /^(sign_in_sign_ups|token_refresh)\s*=.*$/gm;
await writeFile(config, (await readFile(config, 'utf8')).replace(limits, '$1 = 100000'));
Object.assign(process.env, {
  DATA_DIR: join(folder, 'data'),
  SUPABASE_DIR: supabaseDir,
  SUPABASE_SECRET_KEY: secretKey,
  PORT: String(port),
  LOG_LEVEL: 'error',
});
await import('../../server/main.ts');
await rm(folder, { recursive: true, force: true });
