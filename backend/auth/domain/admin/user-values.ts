import * as v from 'valibot';
import { parseDuration } from '../../../util/durations.ts';
import { normalizeEmail, normalizePhone } from '../../store/addresses.ts';
import { flag, metadata, text } from '../../body.ts';
import { invalid } from '../../errors.ts';
import { checkPassword } from '../passwords/policy.ts';
import { checkImportedHash } from '../passwords/hashing.ts';
import type { AuthRequest } from '../../request.ts';
import type { AuthUserValues } from '../../store/users.ts';

/** The body of POST and PUT /admin/users. */
export const adminUserSchema = v.object({
  id: text,
  role: text,
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
});
export type AdminUserBody = v.InferOutput<typeof adminUserSchema>;

/** The columns of addresses, role, ban and confirmation that the body sets. @throws AuthError validation_failed */
export function commonValues(body: AdminUserBody): AuthUserValues {
  const now = new Date();
  return {
    ...(body.role !== '' && { role: body.role }),
    ...(body.email !== '' && { email: normalizeEmail(body.email) }),
    ...(body.phone !== '' && { phone: normalizePhone(body.phone) }),
    ...(body.email_confirm && { email_confirmed_at: now }),
    ...(body.phone_confirm && { phone_confirmed_at: now }),
    ...(body.ban_duration !== '' && { banned_until: bannedUntil(body.ban_duration) }),
  };
}

function bannedUntil(duration: string): Date | null {
  if (duration === 'none') return null;
  const milliseconds = parseDuration(duration);
  if (milliseconds === undefined)
    throw invalid('invalid format for ban duration: it must be a duration such as 24h, or none');
  return new Date(Date.now() + milliseconds);
}

/**
 * The hash in the body or of its password; undefined without either.
 * @throws AuthError validation_failed, weak_password
 */
export async function givenHash(
  request: Pick<AuthRequest, 'commonWords' | 'passwords' | 'settings'>,
  body: AdminUserBody,
): Promise<string | undefined> {
  if (body.password !== '' && body.password_hash !== '')
    throw invalid('Only a password or a password hash should be provided');
  if (body.password_hash !== '') {
    checkImportedHash(body.password_hash);
    return body.password_hash;
  }
  if (body.password === '') return undefined;
  checkPassword(body.password, request.settings, await request.commonWords());
  return request.passwords.hash(body.password);
}
