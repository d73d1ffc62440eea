import * as v from 'valibot';
import type { Queryable } from '../../../db/database.ts';
import { json, type Reply } from '../../../http/reply.ts';
import { insertAccount } from '../../domain/accounts/new-account.ts';
import { normalizeEmail } from '../../store/addresses.ts';
import { requireAdmin } from '../../domain/callers/caller.ts';
import { flag, metadata, readJson, text } from '../../body.ts';
import { AuthError, invalid } from '../../errors.ts';
import { invitedAccount } from '../../domain/links-and-codes/invited-account.ts';
import { issueLink, type LinkKind } from '../../domain/links-and-codes/mailed-links.ts';
import { changeUserMetadata } from '../../domain/accounts/metadata.ts';
import { checkPassword } from '../../domain/passwords/policy.ts';
import { aboutUser, record } from '../../domain/recording/recording.ts';
import { isAllowedRedirect, requestedRedirect, type RedirectSource } from '../../domain/flows/redirects.ts';
import { findUser, findUserBy, updateUserRow, type AuthUser } from '../../store/users.ts';
import { userView } from '../../domain/accounts/views.ts';
import type { AuthRequest } from '../../request.ts';

const bodySchema = v.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: metadata,
  redirect_to: text,
  for_device: flag,
});

const types = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;

type Wanted = Awaited<ReturnType<typeof read>>;

/**
 * POST /admin/generate_link: creates a link and its code for the administrator to deliver. Responds with the User and
 * `action_link`, `email_otp`, `hashed_token`, `verification_type` and `redirect_to`. `for_device: true`, which upstream does
 * not know, makes a magic link for a device that the administrator hands over: its session has the method `device`, which
 * is no proof of the owner.
 * @throws AuthError not_admin, validation_failed, weak_password, email_exists, user_not_found
 */
export async function generateLink(request: AuthRequest): Promise<Reply> {
  const admin = await requireAdmin(request);
  const wanted = await read(request);
  const { redirectTo, forDevice } = wanted;
  const { user, issued } = await request.db.transaction(async (transaction) => {
    const { user: account, kind } = await prepare(transaction, wanted);
    const link = await issueLink(request, transaction, account, kind, {
      redirectTo,
      challenge: undefined,
      forDevice,
    });
    return { user: (await findUser(transaction, account.id))!, issued: link };
  });
  record(request, 'link_generated', admin, { ...aboutUser(user), link_type: wanted.type });
  return json({
    ...userView(user),
    action_link: issued.url,
    email_otp: issued.code,
    hashed_token: issued.hashedToken,
    verification_type: wanted.type.startsWith('email_change') ? wanted.type : issued.type,
    redirect_to: redirectTo,
  });
}

/** The account and the kind of the link. */
async function prepare(transaction: Queryable, wanted: Wanted): Promise<{ user: AuthUser; kind: LinkKind }> {
  const { type, email } = wanted;
  if (type === 'email_change_current' || type === 'email_change_new')
    return { user: await changingAccount(transaction, wanted), kind: type };
  if (type === 'invite')
    return { user: await invitedAccount(transaction, email, wanted.data), kind: 'invite' };
  if (type === 'signup') return { user: await signupAccount(transaction, wanted), kind: 'confirmation' };
  const user = await findUserBy(transaction, 'email', email);
  if (user) return { user, kind: type === 'recovery' ? 'recovery' : 'magic_link' };
  if (type === 'recovery') throw notFound();
  return { user: await signupAccount(transaction, wanted), kind: 'confirmation' };
}

async function changingAccount(transaction: Queryable, { email, newEmail }: Wanted): Promise<AuthUser> {
  const user = await findUserBy(transaction, 'email', email);
  if (!user) throw notFound();
  if (await findUserBy(transaction, 'email', newEmail)) throw new AuthError('email_exists');
  // While the new address stays the same, an earlier link to the other mailbox stays valid.
  if (user.email_change !== newEmail)
    await updateUserRow(transaction, user.id, {
      email_change: newEmail,
      email_change_confirm_status: 0,
      email_change_token_current: '',
      email_change_token_new: '',
    });
  return (await findUser(transaction, user.id))!;
}

async function signupAccount(transaction: Queryable, { email, hash, data }: Wanted): Promise<AuthUser> {
  const known = await findUserBy(transaction, 'email', email);
  if (!known) return insertAccount(transaction, { provider: 'email', address: email, hash, data });
  if (known.email_confirmed_at) throw new AuthError('email_exists');
  await updateUserRow(transaction, known.id, {
    raw_user_meta_data: changeUserMetadata(known.raw_user_meta_data, data),
  });
  return known;
}

function notFound(): AuthError {
  return new AuthError('user_not_found', { message: 'User with this email not found' });
}

/** The requested link; addresses in their stored form. @throws AuthError validation_failed, weak_password */
async function read(request: RedirectSource & Pick<AuthRequest, 'commonWords' | 'passwords' | 'readBody'>) {
  const body = await readJson(request, bodySchema);
  const type = types.find((each) => each === body.type);
  if (!type) throw invalid(`Invalid email action link type requested: ${body.type}`);
  if (body.for_device && type !== 'magiclink') throw invalid('Only a magiclink can be for a device');
  const email = normalizeEmail(body.email);
  const newEmail = type.startsWith('email_change') ? normalizeEmail(body.new_email) : '';
  if (type === 'signup' && body.password === '') throw invalid('Signup requires a valid password');
  if (type === 'signup') checkPassword(body.password, request.settings, await request.commonWords());
  const hash = type === 'signup' ? await request.passwords.hash(body.password) : null;
  const inBody = body.redirect_to !== '' && isAllowedRedirect(request, body.redirect_to);
  const redirectTo = inBody ? body.redirect_to : requestedRedirect(request);
  const data = changeUserMetadata({}, body.data);
  return { type, email, newEmail, hash, data, redirectTo, forDevice: body.for_device };
}
