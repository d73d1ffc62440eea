import type { User } from '@supabase/auth-js';
import { staffRoleOf } from '../../shared/roles.ts';
import type { PublishedPolicy } from '../../shared/content/policy.ts';
import type { DataError } from '../data/errors.ts';
import type { Driver } from '../data/drivers/drivers.ts';

/** The proof a session still needs: the code of a second factor, or the enrolment of one; null for none. */
export type MissingProof = 'code' | 'enrolment' | null;

/**
 * The state of the session. `loading` with a user: the driver is being looked up, or, with a `failure`, the look-up failed
 * and can be retried. `secondFactor`: the password alone is not enough. `recovery`: a recovery link was opened and a new
 * password must be chosen. `incomplete`: an account whose registration was cut off. `policy`: the driver has to accept a
 * newer privacy policy before the home screen opens. `admin`: the administration panel, which the office opens too.
 */
export type SessionState =
  | { readonly status: 'loading'; readonly user: User | null; readonly failure: DataError | null }
  | { readonly status: 'signedOut' }
  | {
      readonly status: 'secondFactor';
      readonly user: User;
      readonly missing: NonNullable<MissingProof>;
    }
  | { readonly status: 'recovery'; readonly user: User }
  | { readonly status: 'incomplete'; readonly user: User }
  | {
      readonly status: 'policy';
      readonly user: User;
      readonly driver: Driver;
      readonly policy: PublishedPolicy;
    }
  | { readonly status: 'driver'; readonly user: User; readonly driver: Driver }
  | { readonly status: 'admin'; readonly user: User };

export interface Machine {
  readonly session: SessionState;
  /** A registration signs in; until it is finished, auth events change nothing. */
  readonly busyRegistering: boolean;
  /** Counts the requested look-ups of the driver; a change starts one. */
  readonly lookups: number;
}

export type SessionEvent =
  /**
   * An auth event that carries the current user, or null: INITIAL_SESSION, SIGNED_IN, SIGNED_OUT,
   * TOKEN_REFRESHED, USER_UPDATED, PASSWORD_RECOVERY, MFA_CHALLENGE_VERIFIED. `remembered` is the driver this
   * device showed last for that user, and `policy` what that driver has to accept first, as far as this device knows.
   */
  | {
      readonly type: 'auth';
      readonly user: User | null;
      readonly remembered: Driver | null;
      readonly missing: MissingProof;
      /** A new password has to be chosen first. */
      readonly recovering: boolean;
      readonly policy: PublishedPolicy | null;
    }
  | {
      readonly type: 'driverFound';
      readonly userId: string;
      readonly driver: Driver;
      /** The policy that the driver has to accept first. */
      readonly policy?: PublishedPolicy | null;
    }
  | { readonly type: 'policyAccepted' }
  | { readonly type: 'driverMissing'; readonly userId: string }
  | { readonly type: 'lookupFailed'; readonly userId: string; readonly failure: DataError }
  | { readonly type: 'retry' }
  | { readonly type: 'registrationStarted' }
  | { readonly type: 'registrationEnded' };

export const initialMachine: Machine = {
  session: { status: 'loading', user: null, failure: null },
  busyRegistering: false,
  lookups: 0,
};

/** Whether the user works in the administration panel: administrators and the office. */
export function isStaff(user: User): boolean {
  return staffRoleOf(user.app_metadata) !== null;
}

/** The user of a state, if there is one. */
export function userOf(session: SessionState): User | null {
  return session.status === 'signedOut' ? null : session.user;
}

/** The home screen, or before it the question for the policy. */
function opened(user: User, driver: Driver, policy: PublishedPolicy | null): SessionState {
  return policy ? { status: 'policy', user, driver, policy } : { status: 'driver', user, driver };
}

function authenticated(
  machine: Machine,
  user: User,
  { remembered, missing, recovering, policy }: Extract<SessionEvent, { type: 'auth' }>,
): Machine {
  const { session } = machine;
  // The backend changes no password without the second factor, so that comes first.
  if (missing) return { ...machine, session: { status: 'secondFactor', user, missing } };
  if (recovering) return { ...machine, session: { status: 'recovery', user } };
  if (isStaff(user)) return { ...machine, session: { status: 'admin', user } };
  const lookups = machine.lookups + 1;
  const sameUser = userOf(session)?.id === user.id;
  // A token refresh or a tab that becomes visible must not take the passenger's screen away.
  if (sameUser && (session.status === 'driver' || session.status === 'policy'))
    return { ...machine, session: { ...session, user } };
  if (sameUser && session.status === 'incomplete')
    return { ...machine, session: { ...session, user }, lookups };
  if (sameUser && session.status === 'loading' && session.failure === null)
    return { ...machine, session: { ...session, user } };
  if (remembered) return { ...machine, session: opened(user, remembered, policy), lookups };
  return { ...machine, session: { status: 'loading', user, failure: null }, lookups };
}

/** States that do not depend on the driver. */
const unconcerned = new Set<SessionState['status']>(['admin', 'secondFactor', 'recovery']);

function lookedUp(machine: Machine, event: Extract<SessionEvent, { userId: string }>): Machine {
  const { session } = machine;
  const user = userOf(session);
  // Ignore a look-up of a user who has left meanwhile, has become administrator, or has to do something else first.
  if (user?.id !== event.userId || unconcerned.has(session.status)) return machine;
  if (event.type === 'driverFound') {
    const { driver, policy = null } = event;
    // An open home screen stays, for a passenger may look at it, and so does a question.
    const isOpen = session.status === 'driver' || session.status === 'policy';
    return { ...machine, session: isOpen ? { ...session, user, driver } : opened(user, driver, policy) };
  }
  if (event.type === 'driverMissing') return { ...machine, session: { status: 'incomplete', user } };
  if (session.status !== 'loading') return machine;
  return { ...machine, session: { ...session, failure: event.failure } };
}

/** The whole auth state machine; pure. */
export function reduceSession(machine: Machine, event: SessionEvent): Machine {
  switch (event.type) {
    case 'registrationStarted':
      return { ...machine, busyRegistering: true };
    case 'registrationEnded':
      return { ...machine, busyRegistering: false };
    case 'auth':
      if (machine.busyRegistering) return machine;
      if (event.user === null) return { ...machine, session: { status: 'signedOut' } };
      return authenticated(machine, event.user, event);
    case 'policyAccepted': {
      const { session } = machine;
      if (session.status !== 'policy') return machine;
      return { ...machine, session: { status: 'driver', user: session.user, driver: session.driver } };
    }
    case 'retry':
      // Keep the screen until the look-up is done.
      if (machine.session.status === 'driver') return { ...machine, lookups: machine.lookups + 1 };
      if (machine.session.status !== 'loading' || machine.session.user === null) return machine;
      return {
        ...machine,
        session: { ...machine.session, failure: null },
        lookups: machine.lookups + 1,
      };
    default:
      return lookedUp(machine, event);
  }
}
