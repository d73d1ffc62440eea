import { empty, type Reply } from '../../service/endpoint.ts';
import { requireUser } from '../domain/callers/caller.ts';
import { invalid } from '../errors.ts';
import { recordOwn } from '../domain/recording/recording.ts';
import type { AuthRequest } from '../request.ts';
import { endSessions, type Ending } from '../store/sessions.ts';

/** Matches no session: the token of an earlier installation has none to end or keep. */
const noSession = '00000000-0000-0000-0000-000000000000';

/** POST /logout?scope=global|local|others: 204. It also revokes the access tokens of the ended sessions. */
export async function logout(request: AuthRequest): Promise<Reply> {
  const { user, session } = await requireUser(request);
  const scope = request.query('scope') || 'global';
  const ended = await endSessions(request.db, user.id, ending(scope, session?.id ?? noSession));
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
