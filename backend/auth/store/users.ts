import type { Queryable } from '../../db/database.ts';
import { column, columnsOf, insertRow, type RowOf } from '../../db/rows.ts';
import { factorsOfUser, type Factor } from './factors.ts';
import type { AddressProvider } from './addresses.ts';

export type Metadata = Readonly<Record<string, unknown>>;

/** A row of `auth.identities` as PostgreSQL's JSON: times are ISO 8601 text. */
export interface IdentityRow {
  readonly id: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: Metadata;
  readonly provider: string;
  readonly last_sign_in_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly email: string | null;
}

const identitiesOfUser = `coalesce((select jsonb_agg(i order by i.created_at, i.id)
  from auth.identities i where i.user_id = u.id), '[]')`;

const columns = columnsOf('auth.users u', {
  id: column<string>(),
  aud: column<string>(),
  role: column<string>(),
  email: column<string | null>(),
  phone: column<string | null>(),
  encrypted_password: column<string | null>(),
  email_confirmed_at: column<Date | null>(),
  phone_confirmed_at: column<Date | null>(),
  confirmed_at: column<Date | null>(),
  invited_at: column<Date | null>(),
  confirmation_sent_at: column<Date | null>(),
  recovery_sent_at: column<Date | null>(),
  email_change: column<string>(),
  email_change_sent_at: column<Date | null>(),
  email_change_confirm_status: column<number>(),
  phone_change: column<string>(),
  phone_change_sent_at: column<Date | null>(),
  reauthentication_token: column<string>(),
  reauthentication_sent_at: column<Date | null>(),
  last_sign_in_at: column<Date | null>(),
  raw_app_meta_data: column<Metadata>(),
  raw_user_meta_data: column<Metadata>(),
  created_at: column<Date>(),
  updated_at: column<Date>(),
  banned_until: column<Date | null>(),
  deleted_at: column<Date | null>(),
  is_anonymous: column<boolean>(),
  identities: column<readonly IdentityRow[]>(identitiesOfUser),
  factors: column<readonly Factor[]>(factorsOfUser),
});

/** A row of `auth.users` with its identities and second factors. */
export type AuthUser = RowOf<typeof columns>;

/** SQL: the users `u` with identities and factors. */
export const selectUser = columns.select;

export function findUser(db: Queryable, id: string): Promise<AuthUser | undefined> {
  return columns.find(db, 'u.id = $1', [id]);
}

/** The user with an address. SSO accounts are found by their identity only. */
export function findUserBy(
  db: Queryable,
  provider: AddressProvider,
  address: string,
): Promise<AuthUser | undefined> {
  return columns.find(db, `u.${provider} = $1 and not u.is_sso_user`, [address]);
}

/** The user, locked against other changes until the transaction ends. */
export async function lockUser(transaction: Queryable, id: string): Promise<AuthUser | undefined> {
  await transaction.query('select from auth.users where id = $1 for no key update', [id]);
  return findUser(transaction, id);
}

export function isBanned({ banned_until: until }: AuthUser): boolean {
  return until !== null && until.getTime() > Date.now();
}

/** Whether a company's identity provider manages the account. */
export function isSsoUser({ identities }: AuthUser): boolean {
  return identities.some(({ provider }) => provider.startsWith('sso:'));
}

/**
 * Whether a mailed link or code, a provider or an administrator has proved that the account's address belongs to its
 * owner. An address that confirmed itself (`enable_confirmations = false`) has `email_confirmed_at` too, but its identity
 * says `email_verified: false`, as upstream writes it. Identities from before that key existed count as proved.
 */
export function isAddressProved({ email, email_confirmed_at, identities }: AuthUser): boolean {
  const vouches = ({ email: own, identity_data }: IdentityRow) =>
    own === email && identity_data['email_verified'] !== false;
  return email_confirmed_at !== null && identities.some(vouches);
}

/** Empties all one-time tokens: none survives a confirmation or a new password. */
export const withoutOneTimeTokens = {
  confirmation_token: '',
  recovery_token: '',
  email_change_token_new: '',
  email_change_token_current: '',
  phone_change_token: '',
  reauthentication_token: '',
} as const;

/** The columns that hold stored tokens. */
export type TokenKind = keyof typeof withoutOneTimeTokens;

/** The columns with the time at which a token was sent. */
export const sentAtColumns = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_current: 'email_change_sent_at',
  email_change_token_new: 'email_change_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const satisfies Readonly<Record<TokenKind, keyof AuthUser>>;

/** The columns that auth writes; absent ones keep their value or get their default. */
export type AuthUserValues = Partial<
  Omit<
    AuthUser,
    'confirmed_at' | 'last_sign_in_at' | 'created_at' | 'updated_at' | 'identities' | 'factors'
  > &
    Readonly<Record<TokenKind, string>> & { readonly is_sso_user: true }
>;

/**
 * Inserts a user in one statement, so that the project's triggers on `auth.users` see the complete row.
 * @param saveIdentities adds the identities of the inserted user
 * @returns the user with its identities
 * @throws pg.DatabaseError when the address is taken or a trigger rejects the user
 */
export async function insertUser(
  transaction: Queryable,
  values: AuthUserValues,
  saveIdentities?: (userId: string) => Promise<void>,
): Promise<AuthUser> {
  const id = await insertRow(transaction, 'auth.users', values);
  await saveIdentities?.(id);
  return (await findUser(transaction, id))!;
}

export async function updateUserRow(
  transaction: Queryable,
  id: string,
  values: AuthUserValues,
): Promise<void> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const changes = given.map(([name], index) => `${name} = $${index + 2}, `).join('');
  const sql = `update auth.users set ${changes}updated_at = now() where id = $1`;
  await transaction.query(sql, [id, ...given.map(([, value]) => value)]);
}
