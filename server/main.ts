import { loadConfig, readEnvironment, serve, type Backend } from '../backend/index.ts';
import { productOptions } from './product.ts';

async function hasAdministrator({ db }: Backend): Promise<boolean> {
  const rows = await db.query(`select from auth.users where raw_app_meta_data ->> 'role' = 'admin' limit 1`);
  return rows.length > 0;
}

await serve({
  async configure() {
    const config = await loadConfig(readEnvironment());
    return { config, options: await productOptions(config) };
  },
  async announce(backend) {
    const { page, publicUrl } = backend.config;
    const lines = [`${page.brandName} is ready: ${publicUrl}`];
    if (!(await hasAdministrator(backend)))
      lines.push('There is no administrator yet. Make one with: npm run admin -- you@example.com');
    return lines;
  },
});
