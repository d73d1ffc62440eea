import type { Context as HttpContext } from 'hono';
import type { Context } from './context.ts';
import { actorOfRequest, isOfFunction, requestActor } from '../identity/actor.ts';
import { identifyCaller, type Caller } from '../identity/caller.ts';
import { clientAddress } from '../http/client-address.ts';

type Trail = Pick<Context, 'config' | 'tokens' | 'events'>;

const maxTarget = 500;

/** Method, path and the part of the query that selects rows, without keys and tokens. */
function requestTarget(c: HttpContext): string {
  const { pathname, searchParams } = new URL(c.req.url);
  for (const name of ['apikey', 'token', 'access_token', 'columns', 'select']) searchParams.delete(name);
  const query = searchParams.size === 0 ? '' : `?${searchParams}`;
  return `${c.req.method} ${pathname}${query}`.slice(0, maxTarget);
}

/**
 * Records that a request was refused for lack of rights: 401 or 403. Not for a request that a function makes while it
 * serves a caller: the function's own refusal follows, and one entry is enough.
 * @param status what the error means, also where the HTTP status is another
 * @param reason the wire's code
 */
export async function noteRefusal(trail: Trail, c: HttpContext, status: number, reason: string) {
  if ((status !== 401 && status !== 403) || isOfFunction(c)) return;
  const path = new URL(c.req.url).pathname;
  trail.events.emit({
    action: 'permission_denied',
    actor: await requestActor(trail, c),
    address: clientAddress(c, trail.config.trustedProxies) ?? '',
    target: `${c.req.method} ${path}`.slice(0, maxTarget),
    traits: { status, reason },
  });
}

/** The caller of a write. Ask before the write, which may end the caller's session. */
export async function findWriter(trail: Trail, c: HttpContext): Promise<Caller | undefined> {
  return identifyCaller(c.req.raw.headers, trail.config.keys, trail.tokens).catch(() => undefined);
}

/**
 * Records a successful write of an administrator or of a holder of the secret key. Other users write their own records,
 * which is no act of administration; the product records its `selfAuditedPaths` itself.
 */
export function noteChange(
  trail: Trail & Pick<Context, 'options'>,
  c: HttpContext,
  status: number,
  writer: Caller | undefined,
): void {
  if (status >= 300 || !writer || trail.options.selfAuditedPaths.includes(new URL(c.req.url).pathname))
    return;
  if (writer.role !== 'service_role' && writer.claims.app_metadata?.['role'] !== 'admin') return;
  trail.events.emit({
    action: 'resource_modified',
    actor: actorOfRequest(c, writer),
    address: clientAddress(c, trail.config.trustedProxies) ?? '',
    target: requestTarget(c),
    traits: { status },
  });
}
