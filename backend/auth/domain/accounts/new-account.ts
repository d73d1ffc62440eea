import type { Queryable } from '../../../db/database.ts';
import type { Address } from '../../store/addresses.ts';
import { saveIdentity } from '../../store/identities.ts';
import { insertUser, type Metadata, type AuthUser } from '../../store/users.ts';

export interface AccountValues extends Address {
  /** The password's hash; absent without a password. */
  readonly hash?: string | null;
  readonly data: Metadata;
  /** The address counts as confirmed from the start, although nobody has proved it (`isAddressProved`). */
  readonly confirmed?: boolean;
  readonly invited?: boolean;
  /** Created for a code to an address that anybody may have entered: without an identity until the code is entered. */
  readonly provisional?: boolean;
}

/** Deletes an account whose code nobody entered (`auth.is_provisional`), so that it does not block the registration. */
export async function deleteProvisionalAccount(
  transaction: Queryable,
  { provider, address }: Address,
): Promise<void> {
  await transaction.query(
    `delete from auth.users u where u.${provider} = $1 and not u.is_sso_user and auth.is_provisional(u)`,
    [address],
  );
}

/** Inserts the account. The caller's own data goes to user_metadata only, whatever its keys are. */
export async function insertAccount(transaction: Queryable, account: AccountValues): Promise<AuthUser> {
  const { provider, address, hash = null, data, confirmed } = account;
  const now = new Date();
  const values = {
    [provider]: address,
    encrypted_password: hash,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: confirmed ? { ...data, [`${provider}_verified`]: true } : data,
    ...(confirmed && { [`${provider}_confirmed_at`]: now }),
    ...(account.invited && { invited_at: now }),
  };
  if (account.provisional) return insertUser(transaction, values);
  const unverified = { email_verified: false, phone_verified: false };
  return insertUser(transaction, values, (id) => saveIdentity(transaction, id, account, unverified, data));
}

/**
 * Runs `send` for a new account and deletes the account if that fails: without the message its owner could neither
 * confirm it nor create another. An account that was confirmed meanwhile stays.
 */
export async function orUndo<Result>(
  { db }: { readonly db: Queryable },
  { id }: AuthUser,
  send: () => Promise<Result>,
): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    await db.query('delete from auth.users where id = $1 and confirmed_at is null', [id]);
    throw error;
  }
}
