import type { DeletedRows, OperationOutcome, Queryable } from '../backend/index.ts';
import { companyFields, type CompanySettings, type PageCompany } from '../shared/content/company.ts';
import type { Company } from '../shared/content/content.ts';
import { taglineOf } from '../shared/content/fares.ts';
import { pageSettings } from './settings/table.ts';
import type { Settings } from './settings/settings.ts';

/** Calls a function of `supabase/migrations`; undefined when the project does not define it. */
async function callIfDefined(
  db: Queryable,
  signature: string,
  call: string,
  values: readonly unknown[] = [],
): Promise<unknown> {
  const [known] = await db.query('select where to_regprocedure($1) is not null', [signature]);
  if (!known) return undefined;
  const [row] = await db.query<{ result: unknown }>(`select ${call} as result`, values);
  return row?.result;
}

/**
 * Writes the settings that the product's SQL reads into `private.settings`. When several processes share one database,
 * the last one to start decides.
 * @throws pg.DatabaseError
 */
export async function writeSettings(
  db: Queryable,
  settings: Pick<
    Settings,
    | 'config'
    | 'driverApproval'
    | 'reviewsPerHour'
    | 'shiftRetentionDays'
    | 'formerDriverRetentionDays'
    | 'caseAnswerDays'
    | 'caseRetentionDays'
    | 'reportMail'
    | 'cardRetentionDays'
    | 'tripPassengerRetentionDays'
    | 'tripRetentionDays'
  > & { readonly page: Pick<Settings['page'], 'companyZone'> },
): Promise<void> {
  const { config, driverApproval, reviewsPerHour } = settings;
  const rows = {
    driver_approval: driverApproval,
    reviews_per_hour: String(reviewsPerHour),
    require_admin_mfa: String(config.requireAdminMfa),
    audit_retention_days: String(config.auditRetentionDays),
    shift_retention_days: String(settings.shiftRetentionDays),
    former_driver_retention_days: String(settings.formerDriverRetentionDays),
    case_answer_days: String(settings.caseAnswerDays),
    case_retention_days: String(settings.caseRetentionDays),
    report_mail: String(settings.reportMail),
    card_retention_days: String(settings.cardRetentionDays),
    trip_passenger_retention_days: String(settings.tripPassengerRetentionDays),
    trip_retention_days: String(settings.tripRetentionDays),
    company_zone: settings.page.companyZone,
  };
  const configure = 'private.configure';
  await callIfDefined(db, `${configure}(jsonb)`, `${configure}($1)`, [JSON.stringify(rows)]);
}

/** The operator's settings, as fields of the content's company. Defaults are left to the first release. */
export function companyOf(page: CompanySettings): Partial<Company> {
  const chosen = (setting: keyof CompanySettings): string =>
    page[setting] === pageSettings[setting].default ? '' : page[setting];
  return companyFields({
    brandName: chosen('brandName'),
    brandTagline: chosen('brandTagline'),
    whatsappNumber: chosen('whatsappNumber'),
    mapsUrl: chosen('mapsUrl'),
  });
}

/**
 * Writes the operator's settings into the first release; once somebody has edited the content, that decides.
 * @throws pg.DatabaseError
 */
export async function writeCompany(db: Queryable, page: CompanySettings): Promise<void> {
  const configure = 'private.configure_company';
  const company = JSON.stringify(companyOf(page));
  await callIfDefined(db, `${configure}(jsonb)`, `${configure}($1)`, [company]);
}

/** The company of the newest release, for the pages; undefined without one. @throws pg.DatabaseError */
export async function readCompany(db: Queryable): Promise<PageCompany | undefined> {
  const releases = 'public.content_releases';
  const [known] = await db.query('select where to_regclass($1) is not null', [releases]);
  if (!known) return undefined;
  const newest = `select content -> 'company' as company from ${releases} order by id desc limit 1`;
  const [row] = await db.query<{ company: Company }>(newest);
  if (!row) return undefined;
  const { name, whatsappNumber, mapsUrl, logo } = row.company;
  const brandTagline = taglineOf(row.company).es;
  return { brandName: name, brandTagline, whatsappNumber, mapsUrl, icon: logo?.icon ?? '' };
}

/** Records how mails and backups go, for the first section of the panel. @throws pg.DatabaseError */
export async function writeOperation(
  db: Queryable,
  { name, outcome, reason, lateAfter }: OperationOutcome,
): Promise<void> {
  const note = 'private.note_operation';
  const values = [name, outcome, reason ?? null, lateAfter ?? null];
  await callIfDefined(db, `${note}(text,text,text,timestamptz)`, `${note}($1, $2, $3, $4)`, values);
}

/**
 * Deletes drivers who left longer ago than FORMER_DRIVER_RETENTION_DAYS, then photos that no driver shows, pictures that
 * neither the draft nor a current or recent release shows, files that no document names, audit entries of the product beyond
 * AUDIT_RETENTION_DAYS, ended shifts beyond SHIFT_RETENTION_DAYS, printed cards and receipts beyond CARD_RETENTION_DAYS, the
 * passengers' data of cases that were closed longer ago than CASE_RETENTION_DAYS and of trips more than
 * TRIP_PASSENGER_RETENTION_DAYS ago, trips beyond TRIP_RETENTION_DAYS, announcements that ended a year ago, and
 * requests about personal data that were closed four years ago. The bytes of a photo are deleted with its row
 * (`storage_version_gone`).
 */
export async function deleteProductRows(db: Queryable, now: Date): Promise<DeletedRows> {
  const deleteRows = async (name: string): Promise<number> =>
    Number((await callIfDefined(db, `${name}(timestamptz)`, `${name}($1)`, [now])) ?? 0);
  const forget = 'private.forget_audit()';
  return {
    // The first, because the files of these drivers belong to nobody afterwards.
    formerDrivers: await deleteRows('private.delete_former_drivers'),
    photos: await deleteRows('private.delete_orphaned_photos'),
    pictures: await deleteRows('private.delete_unneeded_pictures'),
    documents: await deleteRows('private.delete_orphaned_document_files'),
    cases: await deleteRows('private.forget_cases'),
    tripPassengers: Number(
      (await callIfDefined(db, 'private.forget_trips(timestamptz,bigint)', 'private.forget_trips($1)', [
        now,
      ])) ?? 0,
    ),
    announcements: await deleteRows('private.forget_announcements'),
    cards: await deleteRows('private.forget_cards'),
    rightsRequests: await deleteRows('private.forget_rights_requests'),
    auditEntries: Number((await callIfDefined(db, forget, forget)) ?? 0),
    shifts: Number(
      (await callIfDefined(db, 'private.forget_shifts(bigint)', 'private.forget_shifts()')) ?? 0,
    ),
  };
}
