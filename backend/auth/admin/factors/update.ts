import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import type { Actor } from '../../../audit/events.ts';
import { normalizePhone } from '../../accounts/addresses.ts';
import { userIdOf } from '../users/delete.ts';
import { requireAdmin } from '../../caller.ts';
import { readJson, text } from '../../body.ts';
import { AuthError, invalid } from '../../errors.ts';
import { factorOf } from '../../factors/owner.ts';
import { removeFactor } from '../../factors/unenroll.ts';
import { renameFactor } from '../../factors/factors.ts';
import { aboutUser, record, type Subject } from '../../recording.ts';
import type { Auth } from '../../services.ts';
import { findUser, type UserRow } from '../../accounts/users.ts';
import { factorView } from '../../accounts/views.ts';

const maxName = 255;

async function requireUserOfPath(auth: Auth, c: HttpContext): Promise<{ admin: Actor; user: UserRow }> {
  const admin = await requireAdmin(auth, c);
  const user = await findUser(auth.db, userIdOf(c));
  if (!user) throw new AuthError('user_not_found');
  return { admin, user };
}

function aboutFactor(user: UserRow, id: string): Subject {
  return { ...aboutUser(user), target: `factor:${id}`, factor_id: id };
}

/** GET /admin/users/:id/factors: an array of Factor. */
export async function listAnyFactors(auth: Auth, c: HttpContext): Promise<Response> {
  const { user } = await requireUserOfPath(auth, c);
  return c.json(user.factors.map(factorView));
}

const bodySchema = v.object({ friendly_name: text, phone: text });

/** PUT /admin/users/:id/factors/:factorId: another name, or another number of a phone factor; the Factor. */
export async function updateAnyFactor(auth: Auth, c: HttpContext): Promise<Response> {
  const { admin, user } = await requireUserOfPath(auth, c);
  const { id, factor_type: type } = factorOf(user, c);
  const body = await readJson(c.req.raw, bodySchema);
  if (body.friendly_name.length > maxName)
    throw invalid(`friendly_name is longer than ${maxName} characters`);
  await renameFactor(auth.db, id, {
    friendlyName: body.friendly_name || null,
    phone: type === 'phone' && body.phone !== '' ? normalizePhone(body.phone) : null,
  });
  const changed = await findUser(auth.db, user.id);
  const factor = changed?.factors.find((candidate) => candidate.id === id);
  if (!factor) throw new AuthError('mfa_factor_not_found');
  record(auth, c, 'factor_updated', admin, aboutFactor(user, id));
  return c.json(factorView(factor));
}

/** DELETE /admin/users/:id/factors/:factorId: the Factor that was. For whoever has lost their phone. */
export async function deleteAnyFactor(auth: Auth, c: HttpContext): Promise<Response> {
  const { admin, user } = await requireUserOfPath(auth, c);
  const factor = factorOf(user, c);
  await removeFactor(auth, factor.id);
  record(auth, c, 'factor_deleted', admin, aboutFactor(user, factor.id));
  return c.json(factorView(factor));
}
