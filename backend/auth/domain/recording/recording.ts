import type { Action } from '../../../audit/actions.ts';
import type { Traits } from '../../../audit/events.ts';
import type { Actor } from '../../../identity/actor.ts';
import { isSsoUser, type AuthUser } from '../../store/users.ts';
import type { AuthRequest, Subject } from '../../request.ts';

/** Where acts are recorded, and the address that they came from. */
export type Recorder = Pick<AuthRequest, 'record'>;

export function userActor(user: AuthUser): Actor {
  return { id: user.id, username: user.email ?? user.phone ?? '', viaSso: isSsoUser(user) };
}

/** A user as the target of an administrator's act, with upstream's traits. */
export function aboutUser(user: Pick<AuthUser, 'id' | 'email' | 'phone'>): Subject {
  const { id, email, phone } = user;
  return {
    target: `user:${id}`,
    user_id: id,
    ...(email !== null && { user_email: email }),
    ...(phone !== null && { user_phone: phone }),
  };
}

/** Records an act in the audit log and the metrics. Call it after the commit. */
export function record(
  request: Recorder,
  action: Action,
  actor: Actor,
  { target, ...traits }: Subject,
): void {
  request.record({ action, actor, target, traits });
}

/** Records an act of users on their own account. */
export function recordOwn(request: Recorder, action: Action, user: AuthUser, traits: Traits = {}): void {
  record(request, action, userActor(user), { target: `user:${user.id}`, ...traits });
}

/** @param method as `amr` names it */
export function recordLogin(request: Recorder, user: AuthUser, method: string, provider: string): void {
  recordOwn(request, 'login', user, { method, provider });
}
