import { checkPort, readEnvironment, serve, type Backend } from '../backend/index.ts';
import { displayPhone } from '../shared/chile/phone-reading.ts';
import { phoneOf } from '../shared/chile/phone.ts';
import { readCompany } from './database.ts';
import { productOptions } from './product.ts';
import { loadSettings } from './settings/settings.ts';

async function hasAdministrator({ db }: Backend): Promise<boolean> {
  const rows = await db.query(`select from auth.users where raw_app_meta_data ->> 'role' = 'admin' limit 1`);
  return rows.length > 0;
}

/** The number to which passengers write, as their links have it; undefined without one. */
async function describeWhatsapp({ db }: Backend): Promise<string | undefined> {
  const number = (await readCompany(db))?.whatsappNumber;
  if (!number) return undefined;
  const e164 = phoneOf(number);
  return e164 === null
    ? `WhatsApp: “${number}” is no telephone number. Correct it in the panel, under Contenido, Empresa.`
    : `WhatsApp: ${displayPhone(e164)}`;
}

await serve({
  program: import.meta.filename,
  async configure() {
    const settings = await loadSettings(readEnvironment(), checkPort);
    return { config: settings.config, options: await productOptions(settings) };
  },
  async announce(backend) {
    const lines = [`${backend.options.brandName} is ready: ${backend.config.publicUrl}`];
    const whatsapp = await describeWhatsapp(backend);
    if (whatsapp !== undefined) lines.push(whatsapp);
    if (!(await hasAdministrator(backend)))
      lines.push('There is no administrator yet. Make one with: npm run admin -- you@example.com');
    return lines;
  },
});
