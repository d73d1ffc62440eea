import { checkPort, readEnvironment, serve, type Backend } from '../backend/index.ts';
import { displayPhone } from '../shared/chile/phone-reading.ts';
import { phoneOf } from '../shared/chile/phone.ts';
import { codesOfForeignPhotos, readCompany } from './database.ts';
import { productOptions } from './product.ts';
import { loadSettings } from './settings/settings.ts';

async function hasAdministrator({ db }: Backend): Promise<boolean> {
  const rows = await db.query(`select from auth.users where raw_app_meta_data ->> 'role' = 'admin' limit 1`);
  return rows.length > 0;
}

/** How many drivers a line names. */
const named = 5;

/** A line about drivers whose photo browsers do not load: the page's Content-Security-Policy allows this site alone. */
async function photoLines({ db, config }: Backend): Promise<string[]> {
  const codes = await codesOfForeignPhotos(db, config.publicUrl);
  if (codes.length === 0) return [];
  const more = codes.length > named ? ` and ${codes.length - named} more` : '';
  return [
    `The photo of some drivers is on another site, where browsers do not load it from. Upload it again: ${codes.slice(0, named).join(', ')}${more}.`,
  ];
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
    return [...lines, ...(await photoLines(backend))];
  },
});
