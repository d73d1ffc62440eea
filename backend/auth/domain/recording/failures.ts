import type { Context as HttpContext } from 'hono';
import type { Action } from '../../../audit/actions.ts';
import { nobody, type Actor } from '../../../identity/actor.ts';
import type { ServiceError } from '../../../service/errors.ts';
import { noteRefusal } from '../../../service/trail.ts';
import { record, type Subject } from './recording.ts';
import { createRequest } from '../../request.ts';
import type { Auth } from '../../context.ts';

/** The act that failed, for the audit log. */
interface Attempt {
  readonly action: Action;
  readonly actor: Actor;
  readonly subject: Subject;
}

const attempts = new WeakMap<Error, Attempt>();

/** Runs work that proves an identity. When it throws, `recordFailure` records the error as this attempt. */
export async function attempting<Result>(attempt: Attempt, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) attempts.set(error, attempt);
    throw error;
  }
}

/**
 * An attempt to sign in.
 * @param username the address as given. It is not looked up: the time must not depend on whether it has an account.
 */
export function signInAttempt(username: string, method: string): Attempt {
  return { action: 'login_failed', actor: { ...nobody, username }, subject: { target: '', method } };
}

/** Records an error as a failed sign-in or a refusal, if it is one. */
export async function recordFailure(auth: Auth, c: HttpContext, error: ServiceError, thrown: Error) {
  const { status, code: reason } = error;
  const attempt = attempts.get(thrown);
  if (!attempt) return noteRefusal(auth, c, status, reason);
  if (status >= 500) return;
  const subject = { ...attempt.subject, succeeded: false, reason };
  record(createRequest(auth, c), attempt.action, attempt.actor, subject);
}
