import type { PublishedPolicy } from '../../shared/content/policy.ts';
import { isBegunReadAnswered } from '../data/begunRead.ts';
import { getDriverForUser } from '../data/drivers/drivers.ts';
import { toDataError } from '../data/errors.ts';
import { forgetEverything } from '../data/personal.ts';
import { unreached } from '../data/reach.ts';
import { afterFirstScreen } from '../util/firstScreen.ts';
import { within } from '../util/time/within.ts';
import { storedSession } from '../data/session/storedSession.ts';
import { isStaff, type SessionEvent } from './machine.ts';
import { rememberDriver, rememberedDriver } from './memory.ts';

/** From the start of the page. Without a network, and with a slower one, the start goes by what this device remembers. */
const answerTimeoutMs = 1_000;
/** At least this long once the app has loaded: a slow device reads late what the network has brought early. */
const minAnswerTimeoutMs = 200;
/** A driver who signs in waits at most this long for the home screen; then the next start asks. */
const policyTimeoutMs = 2_000;

/** The policy that a driver has still to accept, or null. Never rejects. */
function policyFor(userId: string): Promise<PublishedPolicy | null> {
  const asking = import('./consent.ts').then(({ policyToAsk }) => policyToAsk(userId));
  return within(policyTimeoutMs, asking).catch(() => null);
}

/** The policy, where the home screen waits for it. A start with what this device remembers has asked, or has opened it. */
function policyToAwait(userId: string): Promise<PublishedPolicy | null> {
  if (rememberedDriver(userId) === null) return policyFor(userId);
  void afterFirstScreen().then(() => policyFor(userId));
  return Promise.resolve(null);
}

async function lookUp(userId: string): Promise<SessionEvent> {
  const asking = policyToAwait(userId);
  try {
    const driver = await getDriverForUser(userId);
    if (!driver) return { type: 'driverMissing', userId };
    return { type: 'driverFound', userId, driver, policy: await asking };
  } catch (error) {
    return { type: 'lookupFailed', userId, failure: toDataError(error) };
  }
}

let begun: { readonly userId: string; readonly event: Promise<SessionEvent> } | null = null;

/** Starts to look up the driver of the stored session, before anything is drawn. */
export function beginDriverLookup(): void {
  const user = storedSession()?.user;
  if (user && !isStaff(user)) begun = { userId: user.id, event: lookUp(user.id) };
}

/** Resolves with null when a request gets no response. */
function unreachable(): Promise<null> {
  return new Promise((resolve) => {
    const stop = unreached.listen(() => {
      stop();
      resolve(null);
    });
  });
}

/** The event of the look-up, or null if it does not come in time. Never rejects. */
async function answerInTime(asked: Promise<SessionEvent>): Promise<SessionEvent | null> {
  if (!navigator.onLine) return null;
  const waitMs = Math.max(minAnswerTimeoutMs, answerTimeoutMs - performance.now());
  const isAnswered = await within(waitMs, isBegunReadAnswered()).catch(() => false);
  // The response may have refused the token: whether the session goes on is for the refresh to say.
  return isAnswered ? Promise.race([asked, unreachable()]) : null;
}

/**
 * Brings the remembered driver up to date with the look-up that has begun: whoever was blocked while the device was off does
 * not flash up. The look-up ran while the app loaded. Never rejects.
 */
export async function refreshRememberedDriver(): Promise<void> {
  if (!begun || rememberedDriver(begun.userId) === null) return;
  const { userId, event: asked } = begun;
  const event = await answerInTime(asked);
  if (event?.type === 'driverFound') rememberDriver(userId, event.driver);
  // The app starts without a user then: no sign-out would make it forget what is personal.
  else if (event?.type === 'driverMissing' || storedSession() === null) forgetEverything();
}

/** The driver behind a user, as the state machine takes it. Never rejects. */
export function lookUpDriver(userId: string): Promise<SessionEvent> {
  const event = begun?.userId === userId ? begun.event : lookUp(userId);
  begun = null;
  return event;
}
