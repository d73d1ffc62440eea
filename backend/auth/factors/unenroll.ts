import type { Context as HttpContext } from 'hono';
import { AuthError } from '../errors.ts';
import { factorOf, isRaised, requireOwner } from './owner.ts';
import { deleteFactor, isVerified, sessionsOfFactor } from './factors.ts';
import { record, userActor } from '../recording.ts';
import type { Auth } from '../services.ts';

/** Removes a factor. Its sessions fall to aal1, and what was verified of their tokens is looked at again. */
export async function removeFactor(auth: Auth, id: string): Promise<void> {
  const fallen = await auth.db.transaction(async (transaction) => {
    const sessions = await sessionsOfFactor(transaction, id);
    await deleteFactor(transaction, id);
    return sessions;
  });
  for (const session of fallen) auth.tokens.forgetSession(session);
}

/** DELETE /factors/:factorId: `{id}`. Throws AuthError as wire §7.2. */
export async function unenrolFactor(auth: Auth, c: HttpContext): Promise<Response> {
  const { user, session } = await requireOwner(auth, c);
  const factor = factorOf(user, c);
  if (isVerified(factor) && !isRaised(session))
    throw new AuthError('insufficient_aal', {
      status: 422,
      message: 'AAL2 required to unenroll verified factor',
    });
  await removeFactor(auth, factor.id);
  const subject = { target: `factor:${factor.id}`, factor_id: factor.id, factor_status: factor.status };
  record(auth, c, 'factor_unenrolled', userActor(user), subject);
  return c.json({ id: factor.id });
}
