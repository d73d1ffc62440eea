import type { Queryable } from './database.ts';

/** The rights of API requests, as the Supabase CLI and its Studio give and take them. */
const rights = [
  ['select, insert, update, delete', 'tables'],
  ['usage, select', 'sequences'],
  ['execute', 'functions'],
] as const;

/** `service_role` has its rights on new tables either way: `001_roles.sql`. */
const roles = { grant: 'anon, authenticated, service_role', revoke: 'anon, authenticated' } as const;

/** The record of what the server gave; a restore of a backup of an earlier version has none yet. */
const record = 'platform.new_table_grants';

/**
 * Gives API requests default privileges on what migrations create in `public`, or takes them back when the project no
 * longer asks for them. Tables that exist keep what they have, as upstream.
 */
export async function setNewTableGrants(transaction: Queryable, exposesNewTables: boolean): Promise<void> {
  const [recorded] = await transaction.query(`select where to_regclass('${record}') is not null`);
  const given = recorded ? await transaction.query(`select from ${record}`) : [];
  if (given.length > 0 === exposesNewTables) return;
  const [verb, preposition] = exposesNewTables ? (['grant', 'to'] as const) : (['revoke', 'from'] as const);
  for (const [privileges, kind] of rights)
    await transaction.query(
      `alter default privileges in schema public ${verb} ${privileges} on ${kind} ${preposition} ${roles[verb]}`,
    );
  if (recorded)
    await transaction.query(
      exposesNewTables ? `insert into ${record} default values` : `delete from ${record}`,
    );
}
