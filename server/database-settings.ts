import type { Queryable } from '../backend/index.ts';
import type { Settings } from './settings/settings.ts';

type Written = Pick<Settings, 'config' | 'driverApproval' | 'reviewsPerHour'>;

/** The settings of the environment that the product's SQL reads, by their names in `private.settings`. */
function databaseSettings({
  config,
  driverApproval,
  reviewsPerHour,
}: Written): Readonly<Record<string, string>> {
  return {
    driver_approval: driverApproval,
    reviews_per_hour: String(reviewsPerHour),
    require_admin_mfa: String(config.requireAdminMfa),
    audit_retention_days: String(config.auditRetentionDays),
  };
}

/**
 * Writes the settings into the database. When several processes share one database, the last one to start decides. A
 * project without `private.configure` has no such settings.
 * @throws pg.DatabaseError
 */
export async function writeSettings(db: Queryable, settings: Written): Promise<void> {
  const [known] = await db.query<{ known: boolean }>(
    `select to_regprocedure('private.configure(jsonb)') is not null as known`,
  );
  if (!known?.known) return;
  await db.query('select private.configure($1)', [JSON.stringify(databaseSettings(settings))]);
}
