import type { User } from '@supabase/auth-js';
import {
  createContext,
  use,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  type Dispatch,
  type ReactNode,
} from 'react';
import { loadAuth } from '../data/client.ts';
import type { Driver } from '../data/drivers/drivers.ts';
import { forgetEverything } from '../data/personal.ts';
import { forgetSession } from '../data/session/storedSession.ts';
import { afterFirstScreen } from '../util/firstScreen.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { reduceSession, userOf, type Machine, type SessionEvent, type SessionState } from './machine.ts';
import { lookUpDriver } from './driverLookup.ts';
import { rememberDriver, rememberHome } from './memory.ts';
import { startMachine, useArrival, type ArrivalState } from './useArrival.ts';

export interface Session extends ArrivalState {
  readonly state: SessionState;
  /** Ends the session everywhere. Without a network it still ends on this device. Never rejects. */
  readonly signOut: () => Promise<void>;
  /** Looks the driver up again: after a failure, or when the record seems to be gone. */
  readonly retry: () => void;
  /** Runs a registration; the sign-in inside it does not switch screens until it is over. */
  readonly whileRegistering: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** The registration of this user is complete now. */
  readonly setDriver: (user: User, driver: Driver) => void;
  /** The driver has accepted the policy: the home screen opens. */
  readonly acceptPolicy: () => void;
}

const SessionContext = createContext<Session | null>(null);

/** @throws Error outside of `SessionProvider` */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs SessionProvider');
  return session;
}

/** Ends the session everywhere, or, when that fails, on this device. */
async function endSession(): Promise<void> {
  try {
    const auth = await loadAuth();
    const { error } = await auth.signOut();
    if (error) await auth.signOut({ scope: 'local' });
  } catch {
    forgetSession();
    // After the reload the app sees no change of user, and would remove nothing.
    forgetEverything();
    window.location.reload();
  }
}

/** Looks up the driver behind a user whenever the state machine asks for it. */
function useDriverLookup({ session, lookups }: Machine, dispatch: Dispatch<SessionEvent>): void {
  const userId = userOf(session)?.id;
  useWhileShown(
    (signal) => {
      if (lookups === 0 || userId === undefined) return;
      const lookUp = async () => {
        const event = await lookUpDriver(userId);
        if (!signal.aborted) dispatch(event);
      };
      void lookUp();
    },
    [lookups, userId, dispatch],
  );
}

/** Signs out soon after the session was ended elsewhere. */
function useSessionWatch(userId: string | undefined): void {
  useWhileShown(
    (signal) => {
      if (userId === undefined) return;
      afterFirstScreen()
        .then(() => import('./watch.ts'))
        .then(({ watchSession }) => signal.aborted || watchSession(userId, signal))
        // The chunk may not load without a network; the next start tries again.
        .catch(() => undefined);
    },
    [userId],
  );
}

/** Stores the driver for the next start, and removes personal data when the driver or the user is gone. */
function usePersonalData(session: SessionState): void {
  const userId = userOf(session)?.id;
  const previousUserId = useRef(userId);
  useEffect(() => {
    const isAnother = previousUserId.current !== undefined && previousUserId.current !== userId;
    previousUserId.current = userId;
    if (isAnother || session.status === 'incomplete') forgetEverything();
    if (session.status === 'driver') {
      rememberDriver(session.user.id, session.driver);
      rememberHome(session.user.id);
    }
    if (session.status === 'signedOut') rememberHome(null);
  }, [session, userId]);
}

/** Follows the auth client's events and looks up the driver behind a user. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [machine, dispatch] = useReducer(reduceSession, undefined, startMachine);
  const { session } = machine;
  const arrival = useArrival(dispatch);
  useDriverLookup(machine, dispatch);
  useSessionWatch(userOf(session)?.id);
  usePersonalData(session);

  const value = useMemo<Session>(
    () => ({
      ...arrival,
      state: session,
      signOut: endSession,
      retry: () => dispatch({ type: 'retry' }),
      whileRegistering: async (work) => {
        dispatch({ type: 'registrationStarted' });
        try {
          return await work();
        } finally {
          dispatch({ type: 'registrationEnded' });
        }
      },
      setDriver: (user, driver) => dispatch({ type: 'driverFound', userId: user.id, driver }),
      acceptPolicy: () => dispatch({ type: 'policyAccepted' }),
    }),
    [session, arrival],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}
