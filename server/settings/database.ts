import type { Config } from '../../backend/config/config.ts';
import type { Queryable } from '../../backend/db/database.ts';

/** The settings of the environment that the product's SQL reads, by their names in `private.settings`. */
function databaseSettings(config: Config): Readonly<Record<string, string>> {
  return {
    driver_approval: config.driverApproval,
    reviews_per_hour: String(config.reviewsPerHour),
    require_admin_mfa: String(config.requireAdminMfa),
    audit_retention_days: String(config.auditRetentionDays),
  };
}

/**
 * Writes the settings into the database. Of several processes on one database the last one to start decides. A project
 * without `private.configure`, which is somebody else's, has no such settings.
 * @throws pg.DatabaseError
 */
export async function writeSettings(db: Queryable, config: Config): Promise<void> {
  const [known] = await db.query<{ known: boolean }>(
    `select to_regprocedure('private.configure(jsonb)') is not null as known`,
  );
  if (!known?.known) return;
  await db.query('select private.configure($1)', [JSON.stringify(databaseSettings(config))]);
}
