import type { Context as HttpContext } from 'hono';
import type { Caller } from './caller.ts';

/** The person or key holder behind an act, as upstream's audit log names them. */
export interface Actor {
  /** The user's id; zeros for actors without an account. */
  readonly id: string;
  /** The e-mail address or telephone number; `service_role` for the holder of the secret key; else empty. */
  readonly username: string;
  /** Signed in with a company's identity provider. */
  readonly viaSso?: boolean;
}

export const nobody: Actor = { id: '00000000-0000-0000-0000-000000000000', username: '' };

/** Upstream's audit log has this name for the holder of the secret key. */
const service: Actor = { ...nobody, username: 'service_role' };

const key = 'actingFor';

/**
 * The bindings of a request that a function makes while it serves a user: the audit log names that user for what the
 * function does with the secret key. Bindings exist only within the process, so that no client can forge them.
 */
export function actingFor(bindings: object, actor: Actor | undefined): object {
  return { ...bindings, [key]: actor };
}

/** Whether a function of this installation made the request. */
export function isOfFunction({ env }: HttpContext): boolean {
  const bindings: unknown = env;
  return typeof bindings === 'object' && bindings !== null && key in bindings;
}

/** The person or key holder behind a caller. */
export function actorOf({ role, claims }: Caller): Actor {
  if (role === 'service_role' && claims.sub === undefined) return service;
  if (claims.sub === undefined) return nobody;
  const name = [claims['email'], claims['phone']].find((each) => typeof each === 'string' && each !== '');
  return { id: claims.sub, username: String(name ?? '') };
}

/** The actor behind a request: for a function's use of the secret key, the user that it serves. */
export function actorOfRequest(c: HttpContext, caller: Caller): Actor {
  const actor = actorOf(caller);
  if (actor !== service || !isOfFunction(c)) return actor;
  return (c.env as { readonly [key]: Actor | undefined })[key] ?? service;
}
