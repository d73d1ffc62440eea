import * as v from 'valibot';
import { json, type Reply } from '../../../http/reply.ts';
import { normalizePhone } from '../../store/addresses.ts';
import { findUser } from '../../store/users.ts';
import { factorView } from '../../domain/accounts/views.ts';
import { readJson, text } from '../../body.ts';
import { AuthError } from '../../errors.ts';
import { renameFactor } from '../../store/factors.ts';
import { checkFactorName, factorOf } from '../../domain/factors/requested-factor.ts';
import { removeFactor } from '../../domain/factors/removal.ts';
import { aboutUser, record } from '../../domain/recording/recording.ts';
import type { AuthRequest } from '../../request.ts';
import { requireTargetUser } from '../../domain/admin/target-user.ts';

const bodySchema = v.object({ friendly_name: text, phone: text });

/** GET /admin/users/:id/factors: an array of Factor. */
export async function listAnyFactors(request: AuthRequest): Promise<Reply> {
  const { user } = await requireTargetUser(request);
  return json(user.factors.map(factorView));
}

/** PUT /admin/users/:id/factors/:factorId: changes the name, or the number of a phone factor. Responds with the Factor. */
export async function updateAnyFactor(request: AuthRequest): Promise<Reply> {
  const { admin, user } = await requireTargetUser(request);
  const { id, factor_type: type } = factorOf(user, request);
  const body = await readJson(request, bodySchema);
  checkFactorName(body.friendly_name);
  const phone = type === 'phone' && body.phone !== '' ? normalizePhone(body.phone) : null;
  await renameFactor(request.db, id, body.friendly_name || null, phone);
  const changed = await findUser(request.db, user.id);
  const factor = changed?.factors.find((candidate) => candidate.id === id);
  if (!factor) throw new AuthError('mfa_factor_not_found');
  record(request, 'factor_updated', admin, { ...aboutUser(user), target: `factor:${id}`, factor_id: id });
  return json(factorView(factor));
}

/** DELETE /admin/users/:id/factors/:factorId: for users who lost their device. Responds with the deleted Factor. */
export async function deleteAnyFactor(request: AuthRequest): Promise<Reply> {
  const { admin, user } = await requireTargetUser(request);
  const factor = factorOf(user, request);
  const { id } = factor;
  await removeFactor(request, id);
  record(request, 'factor_deleted', admin, { ...aboutUser(user), target: `factor:${id}`, factor_id: id });
  return json(factorView(factor));
}
