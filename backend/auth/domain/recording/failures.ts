import { nobody } from '../../../identity/actor.ts';
import type { ServiceError } from '../../../service/errors.ts';
import type { Attempt, AuthRequest } from '../../request.ts';
import { record, type Recorder } from './recording.ts';

/** Runs work that proves an identity. When it throws, `recordFailure` records the error as this attempt. */
export async function attempting<Result>(
  { failedAttempts }: Pick<AuthRequest, 'failedAttempts'>,
  attempt: Attempt,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) failedAttempts.set(error, attempt);
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

/** Records an error as a failed attempt. @returns whether the error ended an attempt; a failure of ours is not recorded */
export function recordFailure(
  request: Recorder & Pick<AuthRequest, 'failedAttempts'>,
  { status, code: reason }: ServiceError,
  thrown: Error,
): boolean {
  const attempt = request.failedAttempts.get(thrown);
  if (!attempt) return false;
  const subject = { ...attempt.subject, succeeded: false, reason };
  if (status < 500) record(request, attempt.action, attempt.actor, subject);
  return true;
}
