import type { DeletedRows, Queryable } from '../backend/index.ts';
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
  { config, driverApproval, reviewsPerHour }: Pick<Settings, 'config' | 'driverApproval' | 'reviewsPerHour'>,
): Promise<void> {
  const settings = {
    driver_approval: driverApproval,
    reviews_per_hour: String(reviewsPerHour),
    require_admin_mfa: String(config.requireAdminMfa),
    audit_retention_days: String(config.auditRetentionDays),
  };
  const configure = 'private.configure';
  await callIfDefined(db, `${configure}(jsonb)`, `${configure}($1)`, [JSON.stringify(settings)]);
}

/**
 * Deletes photos that no driver shows, and audit entries of the product beyond AUDIT_RETENTION_DAYS. The bytes of a
 * photo go with its row (`storage_version_gone`).
 */
export async function deleteProductRows(db: Queryable, now: Date): Promise<DeletedRows> {
  const orphans = 'private.delete_orphaned_photos';
  const forget = 'private.forget_audit()';
  return {
    photos: Number((await callIfDefined(db, `${orphans}(timestamptz)`, `${orphans}($1)`, [now])) ?? 0),
    auditEntries: Number((await callIfDefined(db, forget, forget)) ?? 0),
  };
}
