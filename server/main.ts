import { serve, type Backend } from '../backend/index.ts';
import { productOptions } from './product.ts';
import { loadSettings } from './settings/settings.ts';

async function hasAdministrator({ db }: Backend): Promise<boolean> {
  const rows = await db.query(`select from auth.users where raw_app_meta_data ->> 'role' = 'admin' limit 1`);
  return rows.length > 0;
}

await serve({
  program: import.meta.filename,
  async configure() {
    const settings = await loadSettings();
    return { config: settings.config, options: await productOptions(settings) };
  },
  async announce(backend) {
    const lines = [`${backend.options.brandName} is ready: ${backend.config.publicUrl}`];
    if (!(await hasAdministrator(backend)))
      lines.push('There is no administrator yet. Make one with: npm run admin -- you@example.com');
    return lines;
  },
});
