import type { Queryable } from '../db/database.ts';
import { saveIdentity } from './identities.ts';
import { findUser, insertUser, type Metadata, type UserRow } from './users.ts';

/** An account that somebody opens with an address. */
export interface NewAccount {
  readonly provider: 'email' | 'phone';
  /** The e-mail address or the telephone number, as it is stored. */
  readonly address: string;
  /** Null for an account without a password. */
  readonly hash: string | null;
  readonly data: Metadata;
  /** The address counts as confirmed from the beginning, although nobody has proved it (`isAddressProved`). */
  readonly confirmed: boolean;
  readonly invited?: boolean;
}

/** Inserts the account. What the caller says about themselves goes to user_metadata only, whatever its keys are. */
export async function createAccount(transaction: Queryable, account: NewAccount): Promise<UserRow> {
  const { provider, address, hash, data, confirmed } = account;
  const now = new Date();
  const id = await insertUser(transaction, {
    [provider]: address,
    encrypted_password: hash,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: confirmed ? { ...data, [`${provider}_verified`]: true } : data,
    ...(confirmed && { [`${provider}_confirmed_at`]: now }),
    ...(account.invited && { invited_at: now }),
  });
  const addressData = { [provider]: address, email_verified: false, phone_verified: false };
  await saveIdentity(transaction, { userId: id, provider, data: addressData, metadata: data });
  return (await findUser(transaction, id))!;
}
