import type { User } from '@supabase/auth-js';
import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { getAuth } from '../data/client.ts';
import { getDriverForUser, type Driver } from '../data/drivers.ts';
import { toDataError } from '../data/errors.ts';
import { forgetEverything } from '../data/personal.ts';
import { isNews, readArrival, withoutArrival, type Arrival } from './arrival.ts';
import { initialMachine, reduceSession, userOf, type SessionEvent, type SessionState } from './machine.ts';
import { rememberDriver, rememberedDriver, storedSession } from './memory.ts';
import { missingProof } from './proof.ts';
import type { LinkQuestion, OpenedLink } from './mailedLink.ts';
import { isRecovering } from './recovery.ts';

export interface Session {
  readonly state: SessionState;
  /** How this page was reached, while nobody is signed in. */
  readonly arrival: Arrival | null;
  /** The outcome of a link that a signed-in user opened, until it was read. */
  readonly news: Arrival | null;
  readonly dismissNews: () => void;
  /** Set when a link opens that nobody requested in this browser, while nobody is signed in. */
  readonly question: LinkQuestion | null;
  readonly answerQuestion: (accepted: boolean) => Promise<void>;
  /** Ends the session everywhere. Without a network it still ends on this device. Never rejects. */
  readonly signOut: () => Promise<void>;
  /** Looks the driver up again: after a failure, or when the record seems to be gone. */
  readonly retry: () => void;
  /** Runs a registration; the sign-in inside it does not switch screens until it is over. */
  readonly whileRegistering: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** The registration of this user is complete now. */
  readonly setDriver: (user: User, driver: Driver) => void;
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
  const { error } = await getAuth().signOut();
  if (error) await getAuth().signOut({ scope: 'local' });
}

async function driverEvent(userId: string): Promise<SessionEvent> {
  try {
    const driver = await getDriverForUser(userId);
    return driver ? { type: 'driverFound', userId, driver } : { type: 'driverMissing', userId };
  } catch (error) {
    return { type: 'lookupFailed', userId, failure: toDataError(error) };
  }
}

/** Evaluates the tokens of a link before the app shows anything else. */
async function openArrival(arrival: Arrival & { kind: 'tokens' }): Promise<OpenedLink> {
  try {
    const { openLink } = await import('./mailedLink.ts');
    return await openLink(arrival);
  } catch {
    return { arrival: { kind: 'brokenLink' }, question: null };
  }
}

/** Follows the auth client's events and looks up the driver behind a user. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [machine, dispatch] = useReducer(reduceSession, initialMachine);
  const { session, lookups } = machine;
  const userId = userOf(session)?.id;
  const previousUserId = useRef(userId);

  const [arrivedBy] = useState(() => readArrival(window.location.href));
  const [arrival, setArrival] = useState(arrivedBy);
  const [news, setNews] = useState<Arrival | null>(null);
  const [question, setQuestion] = useState<LinkQuestion | null>(null);

  useEffect(() => {
    // The client reads a code in the address when it is made.
    const auth = getAuth();
    window.history.replaceState(window.history.state, '', withoutArrival(window.location.href));
    // Show the last driver at once: the client first refreshes an expired token, which takes half a minute without a
    // network. In a transition, so that the first touch is not blocked.
    const last = arrivedBy === null ? storedSession() : null;
    const lastDriver = last && rememberedDriver(last.user.id);
    if (last && lastDriver) {
      const missing = missingProof(last.user, last.access_token);
      const recovering = isRecovering('INITIAL_SESSION', last.user.id);
      startTransition(() =>
        dispatch({ type: 'auth', user: last.user, remembered: lastDriver, missing, recovering }),
      );
    }
    const follow = (arrived: Arrival | null) => {
      const { data } = auth.onAuthStateChange((event, authSession) => {
        const held = authSession ?? (event === 'INITIAL_SESSION' ? storedSession() : null);
        const user = held && held.user;
        const remembered = user && rememberedDriver(user.id);
        const missing = held && missingProof(held.user, held.access_token);
        const recovering = isRecovering(event, user?.id);
        const move = () => dispatch({ type: 'auth', user, remembered, missing, recovering });
        if (event === 'INITIAL_SESSION') startTransition(move);
        else move();
        if (user) setArrival(null);
        if (user) setQuestion(null);
        if (!user) setNews(null);
        else if (event === 'INITIAL_SESSION' && isNews(arrived)) setNews(arrived);
      });
      return () => data.subscription.unsubscribe();
    };
    if (arrivedBy?.kind !== 'tokens') return follow(arrivedBy);
    const opening = openArrival(arrivedBy).then((opened) => {
      setArrival(opened.arrival);
      setQuestion(opened.question);
      return follow(opened.arrival);
    });
    return () => void opening.then((stop) => stop());
  }, [arrivedBy]);

  useEffect(() => {
    if (lookups === 0 || userId === undefined) return undefined;
    let current = true;
    const lookUp = async () => {
      const event = await driverEvent(userId);
      if (current) dispatch(event);
    };
    void lookUp();
    return () => {
      current = false;
    };
  }, [lookups, userId]);

  useEffect(() => {
    if (userId === undefined) return undefined;
    const watch = import('./watch.ts').then(({ watchSession }) => watchSession());
    // The chunk may not load without a network; the next start tries again.
    watch.catch(() => undefined);
    return () => void watch.then((stop) => stop()).catch(() => undefined);
  }, [userId]);

  useEffect(() => {
    if (session.status === 'driver') rememberDriver(session.user.id, session.driver);
    // The record is gone: remove its data from this device.
    if (session.status === 'incomplete') forgetEverything();
  }, [session]);

  useEffect(() => {
    if (previousUserId.current !== undefined && previousUserId.current !== userId) forgetEverything();
    previousUserId.current = userId;
  }, [userId]);

  const whileRegistering = useCallback(async <Result,>(work: () => Promise<Result>): Promise<Result> => {
    dispatch({ type: 'registrationStarted' });
    try {
      return await work();
    } finally {
      dispatch({ type: 'registrationEnded' });
    }
  }, []);

  const answerQuestion = useCallback(
    async (accepted: boolean) => {
      if (!accepted) question?.decline();
      else {
        try {
          await question?.accept();
          if (isNews(arrivedBy)) setNews(arrivedBy);
        } catch {
          setArrival({ kind: 'brokenLink' });
        }
      }
      setQuestion(null);
    },
    [question, arrivedBy],
  );

  const value = useMemo<Session>(
    () => ({
      state: session,
      arrival,
      news,
      dismissNews: () => setNews(null),
      question,
      answerQuestion,
      signOut: endSession,
      retry: () => dispatch({ type: 'retry' }),
      whileRegistering,
      setDriver: (user, driver) => dispatch({ type: 'driverFound', userId: user.id, driver }),
    }),
    [session, arrival, news, question, answerQuestion, whileRegistering],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}
