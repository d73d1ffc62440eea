import { join } from 'node:path';
import type { BackendOptions } from '../backend/index.ts';
import { commonPasswords } from './common-passwords.ts';
import { deleteProductRows, writeSettings } from './database.ts';
import { loadStaticFiles } from './pages/static.ts';
import type { Settings } from './settings/settings.ts';

/** Names backups, metrics and database connections. */
export const productName = 'transfer';

const distFolder = join(import.meta.dirname, '..', 'dist');

/** The options of the taxi app's backend: brand, common passwords, settings and retention in SQL, pages. */
export async function productOptions(settings: Settings): Promise<BackendOptions> {
  const { page, securityContact } = settings;
  return {
    name: productName,
    brandName: page.brandName,
    defaultLanguage: page.defaultLanguage,
    commonPasswords,
    security: { contact: securityContact, languages: ['es', 'en'] },
    // The product's functions write their own entries through this function.
    selfAuditedPaths: ['/rest/v1/rpc/record_account_act'],
    prepareDatabase: (db) => writeSettings(db, settings),
    deleteExpired: deleteProductRows,
    pages: await loadStaticFiles(distFolder, page),
  };
}
