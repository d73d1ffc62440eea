import type { HttpRequest } from '../http/request.ts';
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

/** The person or key holder behind a caller. */
export function actorOf({ role, claims }: Caller): Actor {
  if (role === 'service_role' && claims.sub === undefined) return service;
  if (claims.sub === undefined) return nobody;
  const name = [claims['email'], claims['phone']].find((each) => typeof each === 'string' && each !== '');
  return { id: claims.sub, username: String(name ?? '') };
}

/** The actor behind a request: for a function's use of the secret key, the user that it serves. */
export function actorOfRequest({ callingFunction }: HttpRequest, caller: Caller): Actor {
  const actor = actorOf(caller);
  return actor === service ? (callingFunction?.serves ?? service) : actor;
}
