import type { Context as HttpContext } from 'hono';
import { requireUser } from '../caller.ts';
import { invalid } from '../errors.ts';
import { recordOwn } from '../recording.ts';
import type { Auth } from '../services.ts';
import { endSessions, type Ending } from './sessions.ts';

/** A token of an earlier installation has no session: there is none to end for it alone, and none to keep. */
const noSession = '00000000-0000-0000-0000-000000000000';

function ending(scope: string, sessionId: string): Ending {
  if (scope === 'global') return 'all';
  if (scope === 'local') return { only: sessionId };
  if (scope === 'others') return { except: sessionId };
  throw invalid(`Unsupported logout scope: ${scope.slice(0, 100)}`);
}

/** POST /logout?scope=global|local|others: 204. The access tokens of the ended sessions are refused from now on. */
export async function logout(auth: Auth, c: HttpContext): Promise<Response> {
  const { user, session } = await requireUser(auth, c);
  const scope = c.req.query('scope') || 'global';
  const ended = await endSessions(auth.db, user.id, ending(scope, session?.id ?? noSession));
  for (const id of ended) auth.tokens.forgetSession(id);
  recordOwn(auth, c, 'logout', user, { scope, sessions: ended.length });
  return c.body(null, 204);
}
