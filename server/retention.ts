import type { DeletedRows, Queryable } from '../backend/index.ts';

/** Calls a function of `supabase/migrations` that deletes rows; a project that does not define it keeps them. */
async function callIfDefined(
  db: Queryable,
  signature: string,
  call: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const [known] = await db.query('select where to_regprocedure($1) is not null', [signature]);
  if (!known) return 0;
  const [row] = await db.query<{ deleted: number }>(`select ${call}::integer as deleted`, values);
  return row?.deleted ?? 0;
}

/**
 * Deletes photos that no driver shows, and audit entries of the product beyond AUDIT_RETENTION_DAYS. The bytes of a
 * photo go with its row (`storage_version_gone`).
 */
export async function deleteProductRows(db: Queryable, now: Date): Promise<DeletedRows> {
  const orphans = 'private.delete_orphaned_photos';
  return {
    photos: await callIfDefined(db, `${orphans}(timestamptz)`, `${orphans}($1)`, [now]),
    auditEntries: await callIfDefined(db, 'private.forget_audit()', 'private.forget_audit()'),
  };
}
