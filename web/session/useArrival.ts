import { startTransition, useEffect, useMemo, useState, type Dispatch } from 'react';
import { getAuth } from '../data/client.ts';
import { isNews, readArrival, withoutArrival, type Arrival } from './arrival.ts';
import { initialMachine, reduceSession, type Machine, type SessionEvent } from './machine.ts';
import type { UnrequestedLink, OpenedLink } from './mailedLink.ts';
import { policyBeforeHome, rememberedDriver, storedSession, type StoredSession } from './memory.ts';
import { missingProof } from './proof.ts';
import { isRecovering } from './recovery.ts';

/** Evaluates the tokens of a link before the app shows anything else. */
async function openArrival(arrival: Arrival & { kind: 'tokens' }): Promise<OpenedLink> {
  try {
    const { openLink } = await import('./mailedLink.ts');
    return await openLink(arrival);
  } catch {
    return { arrival: { kind: 'brokenLink' }, question: null };
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
 * The state that the app begins with: the screen of the driver whom this device remembers. The client announces a session
 * only after it has refreshed an expired token, which takes half a minute without a network.
 */
export function startMachine(): Machine {
  const last = storedSession();
  const isLink = readArrival(window.location.href) !== null;
  if (isLink || !last || !rememberedDriver(last.user.id)) return initialMachine;
  return reduceSession(initialMachine, authEvent(last, isRecovering('INITIAL_SESSION', last.user.id)));
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
  const [arrival, setArrival] = useState(arrivedBy);
  const [news, setNews] = useState<Arrival | null>(null);
  const [question, setQuestion] = useState<UnrequestedLink | null>(null);

  useEffect(() => {
    // The client reads a code in the address when it is made.
    const auth = getAuth();
    window.history.replaceState(window.history.state, '', withoutArrival(window.location.href));
    const follow = (arrived: Arrival | null) => {
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
      return () => data.subscription.unsubscribe();
    };
    if (arrivedBy?.kind !== 'tokens') return follow(arrivedBy);
    const opening = openArrival(arrivedBy).then((opened) => {
      setArrival(opened.arrival);
      setQuestion(opened.question);
      return follow(opened.arrival);
    });
    return () => void opening.then((stop) => stop());
  }, [arrivedBy, dispatch]);

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
