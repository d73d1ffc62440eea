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

/**
 * Functions of the database that write their own audit entries: the product's functions through the first, releases,
 * documents, shifts and tablets. Saving a draft and a device's report of itself are no acts.
 */
export const selfAudited: readonly string[] = [
  'record_account_act',
  'publish_content',
  'save_content',
  'set_documents_policy',
  'override_document',
  'send_heartbeat',
  'ask_device',
  'create_device_link',
  'correct_shift_end',
  'driver_left',
  'driver_returned',
  'save_vehicle',
  'send_renewal',
  'import_documents',
  'hide_review',
  'show_review',
  'edit_review_note',
  'redeem_device_link',
  'devices_by_links',
  'invite_drivers',
  'renew_invitation',
  'withdraw_invitation',
  'accept_invitation',
  'send_ticket_reply',
  'note_ticket',
  'set_case_state',
  'set_case_driver',
  'forget_case',
  'write_announcement',
  'withdraw_announcement',
  'delete_announcement',
  'register_cards',
  'issue_receipt',
  'void_receipt',
  'file_rights_request',
  'identify_rights_author',
  'create_rights_link',
  'set_rights_driver',
  'rights_personal_data',
  'extend_rights_request',
  'save_breach',
];

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
    selfAuditedPaths: selfAudited.map((name) => `/rest/v1/rpc/${name}`),
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
