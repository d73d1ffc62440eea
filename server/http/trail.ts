import type { Context as HttpContext } from 'hono';
import type { Context } from '../context.ts';
import { requestActor } from './actor.ts';
import { identifyCaller } from './caller.ts';
import { clientAddress } from './client-address.ts';

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
 * renders its errors.
 * @param status what the wire's error means: 401 or 403 count, also where the HTTP status is another
 * @param reason the wire's code for it
 */
export async function noteRefusal(
  trail: Trail,
  c: HttpContext,
  status: number,
  reason: string,
): Promise<void> {
  if (status !== 401 && status !== 403) return;
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

/**
 * Says that an administrator, or the holder of the secret key, has written something through a service. What drivers
 * do to their own records is no act of administration.
 */
export async function noteChange(trail: Trail, c: HttpContext, status: number): Promise<void> {
  if (status >= 300 || reading.has(c.req.method)) return;
  const { role, claims } = await identifyCaller(c.req.raw.headers, trail.config.keys, trail.tokens);
  if (role !== 'service_role' && claims.app_metadata?.['role'] !== 'admin') return;
  trail.events.emit({
    action: 'resource_modified',
    actor: await requestActor(trail, c),
    address: clientAddress(c, trail.config.trustedProxies) ?? '',
    target: requestTarget(c),
    traits: { status },
  });
}
