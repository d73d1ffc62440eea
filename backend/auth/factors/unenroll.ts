import { json, type Reply } from '../../service/endpoint.ts';
import { AuthError } from '../errors.ts';
import { factorOf, isRaised, requireOwner } from './owner.ts';
import { deleteFactor, isVerified, sessionsOfFactor } from './factors.ts';
import { record, userActor } from '../recording.ts';
import type { AuthRequest } from '../request.ts';
import type { Auth } from '../context.ts';

/** Deletes a factor. Its sessions fall to aal1, so their cached tokens are dropped. */
export async function removeFactor(auth: Auth, id: string): Promise<void> {
  const fallen = await auth.db.transaction(async (transaction) => {
    const sessions = await sessionsOfFactor(transaction, id);
    await deleteFactor(transaction, id);
    return sessions;
  });
  for (const session of fallen) auth.tokens.forgetSession(session);
}

/** DELETE /factors/:factorId: `{id}`. @throws AuthError of `requireOwner`, `factorOf`; insufficient_aal */
export async function unenrolFactor(request: AuthRequest): Promise<Reply> {
  const { user, session } = await requireOwner(request);
  const factor = factorOf(user, request);
  if (isVerified(factor) && !isRaised(session))
    throw new AuthError('insufficient_aal', {
      status: 422,
      message: 'AAL2 required to unenroll verified factor',
    });
  await removeFactor(request, factor.id);
  const subject = { target: `factor:${factor.id}`, factor_id: factor.id, factor_status: factor.status };
  record(request, 'factor_unenrolled', userActor(user), subject);
  return json({ id: factor.id });
}
