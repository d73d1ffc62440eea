import type { Auth } from '../../context.ts';
import { deleteFactor, sessionsOfFactor } from '../../store/factors.ts';

/** Deletes a factor. Its sessions fall to aal1, so their cached tokens are dropped. */
export async function removeFactor(auth: Pick<Auth, 'db' | 'tokens'>, id: string): Promise<void> {
  const fallen = await auth.db.transaction(async (transaction) => {
    const sessions = await sessionsOfFactor(transaction, id);
    await deleteFactor(transaction, id);
    return sessions;
  });
  for (const session of fallen) auth.tokens.forgetSession(session);
}
