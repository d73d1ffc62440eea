import pg from 'pg';
import type { Queryable } from '../../../db/database.ts';
import { nobody } from '../../../identity/actor.ts';
import type { Auth } from '../../context.ts';
import type { Address } from '../../store/addresses.ts';
import { findUser, findUserBy, type AuthUser, type Metadata } from '../../store/users.ts';
import { record, type Recorder } from '../recording/recording.ts';
import { deleteProvisionalAccount, insertAccount, type AccountValues } from './new-account.ts';
import { obfuscatedUserView, userView } from './views.ts';

/**
 * Creates an account and completes its registration in the same transaction.
 * @returns the result of `complete`; undefined when the address has an account already
 */
export async function registerAccount<Result>(
  { db }: Pick<Auth, 'db'>,
  account: AccountValues,
  complete: (transaction: Queryable, user: AuthUser) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await db.transaction(async (transaction) => {
      await deleteProvisionalAccount(transaction, account);
      return complete(transaction, await insertAccount(transaction, account));
    });
  } catch (error) {
    const taken = error instanceof pg.DatabaseError && error.constraint;
    if (taken === 'users_email_partial_key' || taken === 'users_phone_key') return undefined;
    throw error;
  }
}

/** Records a sign-up with an address that has an account. */
export function recordRepeatedSignup(request: Recorder, { provider, address }: Address): void {
  record(request, 'user_repeated_signup', { ...nobody, username: address }, { target: '', provider });
}

/**
 * The response to a sign-up with an address that has an account. It looks like that of a new account, so that strangers do
 * not learn who has one.
 * @param confirmAgain asks the owner of an unconfirmed account once more
 */
export async function viewRepeatedSignup(
  request: Recorder & Pick<Auth, 'db'>,
  { provider, address, data }: Address & { readonly data: Metadata },
  confirmAgain: (user: AuthUser) => Promise<void>,
): Promise<object> {
  recordRepeatedSignup(request, { provider, address });
  const user = await findUserBy(request.db, provider, address);
  if (!user || user[`${provider}_confirmed_at`]) return obfuscatedUserView({ provider, address }, data);
  await confirmAgain(user);
  const view = userView((await findUser(request.db, user.id)) ?? user);
  return user.invited_at ? { ...view, user_metadata: {}, identities: [] } : view;
}
