import * as v from 'valibot';
import { normalizePhone } from '../../accounts/addresses.ts';
import { findUser } from '../../accounts/users.ts';
import { factorView } from '../../accounts/views.ts';
import { readJson, text } from '../../body.ts';
import { AuthError, invalid } from '../../errors.ts';
import { maxFactorName, renameFactor } from '../../factors/factors.ts';
import { factorOf } from '../../factors/owner.ts';
import { aboutUser, record } from '../../recording.ts';
import type { AuthRequest } from '../../request.ts';
import { requireTargetUser } from '../target-user.ts';

const bodySchema = v.object({ friendly_name: text, phone: text });

/** PUT /admin/users/:id/factors/:factorId: changes the name, or the number of a phone factor. Responds with the Factor. */
export async function updateAnyFactor(request: AuthRequest): Promise<object> {
  const { admin, user } = await requireTargetUser(request);
  const { id, factor_type: type } = factorOf(user, request);
  const body = await readJson(request, bodySchema);
  if (body.friendly_name.length > maxFactorName)
    throw invalid(`friendly_name is longer than ${maxFactorName} characters`);
  await renameFactor(request.db, id, {
    friendlyName: body.friendly_name || null,
    phone: type === 'phone' && body.phone !== '' ? normalizePhone(body.phone) : null,
  });
  const changed = await findUser(request.db, user.id);
  const factor = changed?.factors.find((candidate) => candidate.id === id);
  if (!factor) throw new AuthError('mfa_factor_not_found');
  const subject = { ...aboutUser(user), target: `factor:${id}`, factor_id: id };
  record(request, 'factor_updated', admin, subject);
  return factorView(factor);
}
