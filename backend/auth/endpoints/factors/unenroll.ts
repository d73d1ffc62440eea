import { json, type Reply } from '../../../http/reply.ts';
import { removeFactor } from '../../domain/factors/removal.ts';
import { factorOf } from '../../domain/factors/requested-factor.ts';
import { AuthError } from '../../errors.ts';
import { record, userActor } from '../../domain/recording/recording.ts';
import type { AuthRequest } from '../../request.ts';
import { isVerified } from '../../store/factors.ts';
import { isRaised, requireOwner } from '../../domain/callers/owner.ts';

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
