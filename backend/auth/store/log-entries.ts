import type { Queryable } from '../../db/database.ts';
import { column, columnsOf, type RowOf } from '../../db/rows.ts';
import type { ListPage } from './pages.ts';
import type { AuthUser } from './users.ts';

const publicColumns = columnsOf('auth.audit_log_entries', {
  id: column<string>(),
  payload: column<Readonly<Record<string, unknown>>>(),
  created_at: column<Date>(),
  ip_address: column<string>(),
});

/** The filters by their name in `query`, as SQL. The first three are upstream's. */
const columns = {
  author: `concat(payload ->> 'actor_username', ' ', payload ->> 'actor_name')`,
  action: `payload ->> 'action'`,
  type: `payload ->> 'log_type'`,
  actor: `payload ->> 'actor_id'`,
  target: `payload -> 'traits' ->> 'target'`,
  ip: 'ip_address',
  /** The exact action; `action` matches a part of it. */
  act: `payload ->> 'action'`,
  /** The address of the actor or of the target. */
  person: `concat_ws(' ', payload ->> 'actor_username', payload -> 'traits' ->> 'user_email',
    payload -> 'traits' ->> 'user_phone')`,
  /** `true` for failed sign-ins and refusals. */
  refused: `(payload ->> 'action' in ('login_failed', 'permission_denied', 'refusals_suppressed'))::text`,
} as const;

type AuditScope = keyof typeof columns;

export function isAuditScope(name: string): name is AuditScope {
  return Object.hasOwn(columns, name);
}

export interface LogFilter {
  /** All must match: the text is part of the column, in any case; for act and refused it is all of it. */
  readonly texts: readonly { readonly scope: AuditScope; readonly text: string }[];
  /** Inclusive start and exclusive end; undefined for no limit. */
  readonly from: Date | undefined;
  readonly until: Date | undefined;
}

function isExact(scope: AuditScope): boolean {
  return scope === 'act' || scope === 'refused';
}

function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** One page of the matching entries, newest first, and their total number. */
export async function listEntries(
  db: Queryable,
  { page, perPage }: ListPage,
  { texts, from, until }: LogFilter,
) {
  const conditions = [
    '($1::timestamptz is null or created_at >= $1)',
    '($2::timestamptz is null or created_at < $2)',
    ...texts.map(({ scope }, index) => `${columns[scope]} ${isExact(scope) ? '=' : 'ilike'} $${index + 3}`),
  ];
  const sought = texts.map(({ scope, text }) => (isExact(scope) ? text : likePattern(text)));
  const values = [from ?? null, until ?? null, ...sought];
  const where = `from auth.audit_log_entries where ${conditions.join(' and ')}`;
  const [counted] = await db.query<{ total: number }>(`select count(*)::integer as total ${where}`, values);
  const entries = await db.query<RowOf<typeof publicColumns>>(
    `select ${publicColumns.sql} ${where} order by created_at desc, id
     limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, perPage, (page - 1) * perPage],
  );
  return { entries, total: counted?.total ?? 0 };
}

/** Removes the names of a deleted person from the log. */
export async function forgetNames(
  transaction: Queryable,
  { id, email, phone }: Pick<AuthUser, 'id' | 'email' | 'phone'>,
): Promise<void> {
  await transaction.query('select auth.anonymise_audit_log_entries($1, $2)', [
    id,
    [email, phone].filter((address) => address !== null && address !== ''),
  ]);
}
