import type { Config, Queryable } from '../backend/index.ts';

/** Settings that the product's SQL reads, by their names in `private.settings`. */
function databaseSettings(config: Config): Readonly<Record<string, string>> {
  return {
    driver_approval: config.driverApproval,
    reviews_per_hour: String(config.reviewsPerHour),
    require_admin_mfa: String(config.requireAdminMfa),
    audit_retention_days: String(config.auditRetentionDays),
  };
}

/**
 * Writes the settings into the database. Of several processes on one database the last to start decides. A project in
 * SUPABASE_DIR that does not define `private.configure` has no such settings.
 * @throws pg.DatabaseError
 */
export async function writeSettings(db: Queryable, config: Config): Promise<void> {
  const [known] = await db.query(`select where to_regprocedure('private.configure(jsonb)') is not null`);
  if (known) await db.query('select private.configure($1)', [JSON.stringify(databaseSettings(config))]);
}
