import type { HttpRequest } from '../http/request.ts';
import { nobody } from '../identity/actor.ts';
import type { Caller } from '../identity/caller.ts';
import type { Context } from './context.ts';
import type { RequestContext } from './request-context.ts';

const maxTargetCharacters = 500;

/** Method, path and the part of the query that selects rows, without keys and tokens. */
function requestTarget({ method, path, search }: HttpRequest): string {
  const shown = new URLSearchParams(search);
  for (const name of ['apikey', 'token', 'access_token', 'columns', 'select']) shown.delete(name);
  const query = shown.size === 0 ? '' : `?${shown}`;
  return `${method} ${path}${query}`.slice(0, maxTargetCharacters);
}

/**
 * Records that a request was refused for lack of rights: 401 or 403. Not for a request that a function makes while it
 * serves a caller: the function's own refusal follows, and one entry is enough.
 * @param status what the error means, also where the HTTP status is another
 * @param reason the wire's code
 */
export async function noteRefusal(
  context: RequestContext,
  { method, path }: HttpRequest,
  status: number,
  reason: string,
): Promise<void> {
  if ((status !== 401 && status !== 403) || context.isOfFunction) return;
  context.record({
    action: 'permission_denied',
    actor: await context.actor().catch(() => nobody),
    target: `${method} ${path}`.slice(0, maxTargetCharacters),
    traits: { status, reason },
  });
}

/**
 * Records a successful write of an administrator or of a holder of the secret key. Other users write their own records,
 * which is no act of administration; the product records its `selfAuditedPaths` itself.
 * @param writer the caller, identified before the write, which may have ended the caller's session
 */
export async function noteChange(
  { options }: Pick<Context, 'options'>,
  context: RequestContext,
  request: HttpRequest,
  status: number,
  writer: Caller,
): Promise<void> {
  const isSelfAudited = options.selfAuditedPaths.some((beginning) => request.path.startsWith(beginning));
  if (status >= 300 || isSelfAudited) return;
  const held = writer.claims.app_metadata?.['role'];
  const isAdministrator = typeof held === 'string' && options.administratorRoles.includes(held);
  if (writer.role !== 'service_role' && !isAdministrator) return;
  context.record({
    action: 'resource_modified',
    actor: await context.actor(),
    target: requestTarget(request),
    traits: { status },
  });
}
