import type { Queryable } from '../../db/database.ts';
import { factorsOfUser, type Factor } from '../factors/factors.ts';
import type { AddressProvider } from './addresses.ts';
import type { IdentityRow } from './identities.ts';

export type Metadata = Readonly<Record<string, unknown>>;

/** A row of `auth.users` with its identities and second factors. */
export interface AuthUser {
  readonly id: string;
  readonly aud: string;
  readonly role: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: Date | null;
  readonly phone_confirmed_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly invited_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly email_change: string;
  readonly email_change_sent_at: Date | null;
  readonly email_change_confirm_status: number;
  readonly phone_change: string;
  readonly phone_change_sent_at: Date | null;
  readonly reauthentication_token: string;
  readonly reauthentication_sent_at: Date | null;
  readonly last_sign_in_at: Date | null;
  readonly raw_app_meta_data: Metadata;
  readonly raw_user_meta_data: Metadata;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly banned_until: Date | null;
  readonly deleted_at: Date | null;
  readonly is_anonymous: boolean;
  readonly identities: readonly IdentityRow[];
  readonly factors: readonly Factor[];
}

const columns = `u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.email_confirmed_at,
  u.phone_confirmed_at, u.confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at, u.email_change,
  u.email_change_sent_at, u.email_change_confirm_status, u.phone_change, u.phone_change_sent_at, u.reauthentication_token,
  u.reauthentication_sent_at, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data, u.created_at,
  u.updated_at, u.banned_until, u.deleted_at, u.is_anonymous,
  coalesce((select jsonb_agg(i order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]')
    as identities, ${factorsOfUser} as factors`;

/** SQL: the users `u` with identities and factors. */
export const selectUser = `select ${columns} from auth.users u`;

export async function findUser(db: Queryable, id: string): Promise<AuthUser | undefined> {
  return (await db.query<AuthUser>(`${selectUser} where u.id = $1`, [id]))[0];
}

/** The user with an address. SSO accounts are found by their identity only. */
export async function findUserBy(
  db: Queryable,
  provider: AddressProvider,
  address: string,
): Promise<AuthUser | undefined> {
  const condition = `u.${provider} = $1 and not u.is_sso_user`;
  return (await db.query<AuthUser>(`${selectUser} where ${condition}`, [address]))[0];
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

function assignments(values: AuthUserValues): { names: string[]; parameters: unknown[] } {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return {
    names: given.map(([name]) => name),
    parameters: given.map(([, value]) =>
      typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value,
    ),
  };
}

/**
 * Inserts a user in one statement, so that the project's triggers on `auth.users` see the complete row.
 * @returns the user's id
 * @throws pg.DatabaseError when the address is taken or a trigger rejects the user
 */
export async function insertUser(transaction: Queryable, values: AuthUserValues): Promise<string> {
  const { names, parameters } = assignments(values);
  const places = names.map((_, index) => `$${index + 1}`);
  const rows = await transaction.query<{ id: string }>(
    `insert into auth.users (${names.join(', ')}) values (${places.join(', ')}) returning id`,
    parameters,
  );
  return rows[0]!.id;
}

export async function updateUserRow(
  transaction: Queryable,
  id: string,
  values: AuthUserValues,
): Promise<void> {
  const { names, parameters } = assignments(values);
  const changes = names.map((name, index) => `${name} = $${index + 2}, `);
  await transaction.query(`update auth.users set ${changes.join('')}updated_at = now() where id = $1`, [
    id,
    ...parameters,
  ]);
}

/** Merges the top level, like upstream: a null value deletes its key. */
export function mergeMetadata(current: Metadata, changes: Metadata): Metadata {
  return Object.fromEntries(
    Object.entries({ ...current, ...changes }).filter(
      ([key, value]) => value !== null || !Object.hasOwn(changes, key),
    ),
  );
}
