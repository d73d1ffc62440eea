import type { Queryable } from '../../../db/database.ts';
import { changeUserMetadata } from '../accounts/metadata.ts';
import { insertAccount } from '../accounts/new-account.ts';
import {
  findUser,
  findUserBy,
  lockUser,
  updateUserRow,
  type AuthUser,
  type Metadata,
} from '../../store/users.ts';
import { AuthError } from '../../errors.ts';

/**
 * The account of an invited person; a new one if there is none.
 * @throws AuthError email_exists when the address is confirmed already
 */
export async function invitedAccount(
  transaction: Queryable,
  email: string,
  data: Metadata,
): Promise<AuthUser> {
  const known = await findUserBy(transaction, 'email', email);
  if (!known) return insertAccount(transaction, { provider: 'email', address: email, data, invited: true });
  const locked = await lockUser(transaction, known.id);
  if (!locked || locked.email_confirmed_at) throw new AuthError('email_exists');
  await updateUserRow(transaction, known.id, {
    invited_at: new Date(),
    raw_user_meta_data: changeUserMetadata(locked.raw_user_meta_data, data),
  });
  return (await findUser(transaction, known.id))!;
}
