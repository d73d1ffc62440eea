import { startTransition, useMemo, useState, type Dispatch } from 'react';
import type { GoTrueClient } from '@supabase/auth-js';
import { loadAuth } from '../data/client.ts';
import { freshToken, storedSession, type StoredSession } from '../data/session/storedSession.ts';
import { afterFirstScreen } from '../util/firstScreen.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { isNews, readArrival, withoutArrival, type Arrival } from './arrival.ts';
import { initialMachine, isStaff, reduceSession, type Machine, type SessionEvent } from './machine.ts';
import type { UnrequestedLink, OpenedLink } from './mailedLink.ts';
import { policyBeforeHome, rememberedDriver } from './memory.ts';
import { missingProof } from './proof.ts';
import { isRecovering } from './recovery.ts';

const retryMs = 5_000;

/** Evaluates the tokens of a link before the app shows anything else. */
async function openArrival(arrival: Arrival & { kind: 'tokens' }): Promise<OpenedLink> {
  try {
    const { openLink } = await import('./mailedLink.ts');
    return await openLink(arrival);
  } catch {
    return { arrival: { kind: 'brokenLink' }, question: null };
  }
}

/** The auth client, as soon as its code can be loaded: a device may lose its network during the start. */
async function authWhenReachable(): Promise<GoTrueClient> {
  for (;;) {
    try {
      return await loadAuth();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

/** The event that a session, or its absence, means for the state machine. */
function authEvent(held: StoredSession | null, recovering: boolean): SessionEvent {
  return {
    type: 'auth',
    user: held && held.user,
    remembered: held && rememberedDriver(held.user.id),
    missing: held && missingProof(held.user, held.access_token),
    recovering,
    policy: held && policyBeforeHome(held.user.id),
  };
}

/**
 * The stored session, if the app can begin with it before the auth client is there: the driver is on this device, or can be
 * read with a token that lasts. The client announces a session only after it has refreshed an expired token, which takes
 * half a minute without a network.
 */
function sessionToStartWith(): StoredSession | null {
  const last = storedSession();
  if (!last || readArrival(window.location.href) !== null) return null;
  const isReadable = freshToken() !== null && !isStaff(last.user);
  return isReadable || rememberedDriver(last.user.id) ? last : null;
}

/** The state that the app begins with. */
export function startMachine(): Machine {
  const last = sessionToStartWith();
  if (!last) return initialMachine;
  return reduceSession(initialMachine, authEvent(last, isRecovering('INITIAL_SESSION', last.user.id)));
}

interface Setters {
  readonly dispatch: Dispatch<SessionEvent>;
  readonly setArrival: (arrival: Arrival | null) => void;
  readonly setNews: (news: Arrival | null) => void;
  readonly setQuestion: (question: UnrequestedLink | null) => void;
}

/** Passes the events of the auth client on to the state machine, until `signal`. */
function follow(auth: GoTrueClient, arrived: Arrival | null, setters: Setters, signal: AbortSignal): void {
  const { dispatch, setArrival, setNews, setQuestion } = setters;
  const { data } = auth.onAuthStateChange((event, authSession) => {
    const held = authSession ?? (event === 'INITIAL_SESSION' ? storedSession() : null);
    const moved = authEvent(held, isRecovering(event, held?.user.id));
    // In a transition, so that the first touch is not blocked.
    if (event === 'INITIAL_SESSION') startTransition(() => dispatch(moved));
    else dispatch(moved);
    if (held) {
      setArrival(null);
      setQuestion(null);
      if (event === 'INITIAL_SESSION' && isNews(arrived)) setNews(arrived);
    } else setNews(null);
  });
  signal.addEventListener('abort', () => data.subscription.unsubscribe(), { once: true });
}

export interface ArrivalState {
  /** How this page was reached, while nobody is signed in. */
  readonly arrival: Arrival | null;
  /** The outcome of a link that a signed-in user opened, until it was read. */
  readonly news: Arrival | null;
  readonly dismissNews: () => void;
  /** Set when a link opens that nobody requested in this browser, while nobody is signed in. */
  readonly question: UnrequestedLink | null;
  readonly answerQuestion: (accepted: boolean) => Promise<void>;
}

/** Evaluates the address of the page, then passes the events of the auth client on to the state machine. */
export function useArrival(dispatch: Dispatch<SessionEvent>): ArrivalState {
  const [arrivedBy] = useState(() => readArrival(window.location.href));
  const [waits] = useState(() => sessionToStartWith() !== null);
  const [arrival, setArrival] = useState(arrivedBy);
  const [news, setNews] = useState<Arrival | null>(null);
  const [question, setQuestion] = useState<UnrequestedLink | null>(null);

  useWhileShown(
    (signal) => {
      const start = async () => {
        if (waits) await afterFirstScreen();
        // The client reads a code in the address when it is made.
        const auth = await authWhenReachable();
        if (signal.aborted) return;
        window.history.replaceState(window.history.state, '', withoutArrival(window.location.href));
        const setters = { dispatch, setArrival, setNews, setQuestion };
        if (arrivedBy?.kind !== 'tokens') {
          follow(auth, arrivedBy, setters, signal);
          return;
        }
        const opened = await openArrival(arrivedBy);
        if (signal.aborted) return;
        setArrival(opened.arrival);
        setQuestion(opened.question);
        follow(auth, opened.arrival, setters, signal);
      };
      void start();
    },
    [arrivedBy, waits, dispatch],
  );

  return useMemo(() => {
    const accept = async () => {
      try {
        await question?.accept();
        if (isNews(arrivedBy)) setNews(arrivedBy);
      } catch {
        setArrival({ kind: 'brokenLink' });
      }
    };
    const answerQuestion = async (accepted: boolean) => {
      if (accepted) await accept();
      else question?.decline();
      setQuestion(null);
    };
    return { arrival, news, dismissNews: () => setNews(null), question, answerQuestion };
  }, [arrival, news, question, arrivedBy]);
}
