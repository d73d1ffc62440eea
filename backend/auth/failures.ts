import type { Context as HttpContext } from 'hono';
import type { Action } from '../audit/actions.ts';
import { nobody, type Actor } from '../identity/actor.ts';
import { toServiceError } from '../service/dialect.ts';
import { noteRefusal } from '../service/trail.ts';
import { authDialect } from './error-response.ts';
import { record, type Subject } from './recording.ts';
import type { Auth } from './services.ts';

/** What somebody tried when an error came of it. */
interface Attempt {
  readonly action: Action;
  readonly actor: Actor;
  readonly subject: Subject;
}

const attempts = new WeakMap<Error, Attempt>();

/** Runs what proves who somebody is; should it fail, the failure is recorded as that attempt. */
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
 * @param username the address that was given: whether it has an account is not looked up, so that the time does not
 *   depend on it
 */
export function signInAttempt(username: string, method: string): Attempt {
  return { action: 'login_failed', actor: { ...nobody, username }, subject: { target: '', method } };
}

/** Records what an error means: a failed sign-in, a refusal, or, for any other, nothing. */
export async function recordFailure(auth: Auth, c: HttpContext, thrown: unknown): Promise<void> {
  const { status, code: reason } = toServiceError(thrown, authDialect);
  const attempt = thrown instanceof Error ? attempts.get(thrown) : undefined;
  if (!attempt) return noteRefusal(auth, c, status, reason);
  if (status >= 500) return;
  record(auth, c, attempt.action, attempt.actor, { ...attempt.subject, succeeded: false, reason });
}
