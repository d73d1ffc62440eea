import { join } from 'node:path';
import type { BackendOptions } from '../backend/index.ts';
import { setCompanyZone } from '../shared/chile/zone.ts';
import { languages } from '../shared/languages.ts';
import { staffRoles } from '../shared/roles.ts';
import { commonPasswords } from './common-passwords.ts';
import { deleteProductRows, readCompany, writeCompany, writeOperation, writeSettings } from './database.ts';
import { createProductPages } from './pages/product-pages.ts';
import { documentReminders } from './reminders/reminders.ts';
import { monthlyReports } from './reminders/report.ts';
import { ticketMails } from './reminders/tickets.ts';
import type { Settings } from './settings/settings.ts';

/** Names backups, metrics and database connections. */
export const productName = 'transfer';

const distFolder = join(import.meta.dirname, '..', 'dist');

/** The options of the taxi app's backend: brand, common passwords, settings and retention in SQL, reminders, pages. */
export function productOptions(settings: Settings): BackendOptions {
  const { page, securityContact } = settings;
  setCompanyZone(page.companyZone);
  const { pages, load } = createProductPages(distFolder, page);
  return {
    name: productName,
    brandName: page.brandName,
    languages,
    defaultLanguage: page.defaultLanguage,
    commonPasswords,
    security: { contact: securityContact, languages: ['es', 'en'] },
    administratorRoles: staffRoles,
    // Functions of the database log what they do: `supabase/tests/audit-acts.test.ts` calls each.
    selfAuditedPaths: ['/rest/v1/rpc/'],
    async prepareDatabase(db) {
      await writeSettings(db, settings);
      await writeCompany(db, page);
      await load(() => readCompany(db));
    },
    deleteExpired: deleteProductRows,
    jobs: [documentReminders(page), ticketMails(page), monthlyReports(page)],
    writeOperation,
    pages,
  };
}
