import type { Context as HttpContext } from 'hono';
import type { Context } from '../context.ts';
import { actorOfRequest, isOfFunction, requestActor } from '../identity/actor.ts';
import { identifyCaller, type Caller } from '../identity/caller.ts';
import { clientAddress } from '../http/client-address.ts';

type Trail = Pick<Context, 'config' | 'tokens' | 'events'>;

const maxTarget = 500;

/** Method and path; of the query what narrows a write down to rows, never a key or a token. */
function requestTarget(c: HttpContext): string {
  const { pathname, searchParams } = new URL(c.req.url);
  for (const name of ['apikey', 'token', 'access_token', 'columns', 'select']) searchParams.delete(name);
  const query = searchParams.size === 0 ? '' : `?${searchParams}`;
  return `${c.req.method} ${pathname}${query}`.slice(0, maxTarget);
}

/**
 * Says that a request was refused for want of rights, if that is what its answer means. For every service, where it
 * renders its errors. A function that asks whose token it got is refused in place of its caller, and the function's own
 * refusal follows: one entry is enough.
 * @param status what the wire's error means: 401 or 403 count, also where the HTTP status is another
 * @param reason the wire's code for it
 */
export async function noteRefusal(
  trail: Trail,
  c: HttpContext,
  status: number,
  reason: string,
): Promise<void> {
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

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Who is about to write. Asked before it is done: the write itself may end their session. */
export async function findWriter(trail: Trail, c: HttpContext): Promise<Caller | undefined> {
  if (reading.has(c.req.method)) return undefined;
  return identifyCaller(c.req.raw.headers, trail.config.keys, trail.tokens).catch(() => undefined);
}

/** By this call the product's functions write an audit entry; it needs none itself. */
const auditCall = '/rest/v1/rpc/record_account_act';

/**
 * Says that an administrator, or the holder of the secret key, has written something through a service. What drivers
 * do to their own records is no act of administration.
 */
export function noteChange(trail: Trail, c: HttpContext, status: number, writer: Caller | undefined): void {
  if (status >= 300 || !writer || new URL(c.req.url).pathname === auditCall) return;
  if (writer.role !== 'service_role' && writer.claims.app_metadata?.['role'] !== 'admin') return;
  trail.events.emit({
    action: 'resource_modified',
    actor: actorOfRequest(c, writer),
    address: clientAddress(c, trail.config.trustedProxies) ?? '',
    target: requestTarget(c),
    traits: { status },
  });
}
