import type { Context as HttpContext } from 'hono';
import { insertChallenge } from './challenges.ts';
import { factorOf, requireEnabled, requireOwner } from './factor-owner.ts';
import { requestClient, requestVisitor, type Auth } from './services.ts';

/**
 * POST /factors/:factorId/challenge: announces a code. `expires_at` is in seconds since 1970.
 * @throws AuthError as wire §7.2
 */
export async function challengeFactor(auth: Auth, c: HttpContext): Promise<Response> {
  const { user } = await requireOwner(auth, c);
  const factor = factorOf(user, c);
  auth.limits.factorChallenge(requestVisitor(auth, c));
  requireEnabled(auth, factor.factor_type, 'verify');
  const { address } = requestClient(auth, c);
  const { id, expiresAt } = await auth.db.transaction((transaction) =>
    insertChallenge(transaction, { factorId: factor.id, address, otpCode: null }),
  );
  return c.json({ id, type: factor.factor_type, expires_at: expiresAt });
}
