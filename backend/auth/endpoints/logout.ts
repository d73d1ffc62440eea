import { empty, type Reply } from '../../http/reply.ts';
import { requireUser } from '../domain/callers/caller.ts';
import { requireProvedDevice } from '../domain/callers/owner-proof.ts';
import { invalid } from '../errors.ts';
import { recordOwn } from '../domain/recording/recording.ts';
import type { AuthRequest } from '../request.ts';
import { endSessions, type Ending } from '../store/sessions.ts';

/** Matches no session: the token of an earlier installation has none to end or keep. */
const noSession = '00000000-0000-0000-0000-000000000000';

/**
 * POST /logout?scope=global|local|others: 204. It also revokes the access tokens of the ended sessions.
 * @throws AuthError reauthentication_needed for a device that would end sessions besides its own
 */
export async function logout(request: AuthRequest): Promise<Reply> {
  const signedIn = await requireUser(request);
  const { user, session } = signedIn;
  const scope = request.query('scope') || 'global';
  const which = ending(scope, session?.id ?? noSession);
  if (scope !== 'local') await requireProvedDevice(request, signedIn);
  const ended = await endSessions(request.db, user.id, which);
  for (const id of ended) request.tokens.forgetSession(id);
  recordOwn(request, 'logout', user, { scope, sessions: ended.length });
  return empty(204);
}

function ending(scope: string, sessionId: string): Ending {
  if (scope === 'global') return {};
  if (scope === 'local') return { only: sessionId };
  if (scope === 'others') return { except: sessionId };
  throw invalid(`Unsupported logout scope: ${scope.slice(0, 100)}`);
}
