import type { PublishedPolicy } from '../../shared/content/policy.ts';
import type { Driver } from '../data/drivers/drivers.ts';
import { storedSession } from '../data/session/storedSession.ts';
import { isObjectWith, isString, storedValue } from '../util/storedValue.ts';

interface Remembered {
  readonly userId: string;
  readonly driver: Driver;
}

const storedDriver = storedValue('personal:driver', isObjectWith<Remembered>('userId', 'driver'));

/** Stores the driver, so that the screen appears without a network the next time. */
export function rememberDriver(userId: string, driver: Driver): void {
  storedDriver.write({ userId, driver });
}

/** The stored driver of this user, or null. */
export function rememberedDriver(userId: string): Driver | null {
  const remembered = storedDriver.read();
  return remembered?.userId === userId ? remembered.driver : null;
}

/** Whether a driver is signed in on this device: passengers share it, one after the other. */
export function isShared(): boolean {
  const userId = storedSession()?.user.id;
  return userId !== undefined && rememberedDriver(userId) !== null;
}

/** The user whose home screen is open in this tab. */
const homeUser = storedValue('home-open', isString, { area: 'tab', format: 'text' });

let isStart = false;

/** Records whose home screen is open in this tab; null for nobody's. */
export function rememberHome(userId: string | null): void {
  isStart = userId !== null && (isStart || homeUser.read() !== userId);
  if (userId === null) homeUser.remove();
  else homeUser.write(userId);
}

/**
 * Whether the driver has just opened the home screen, by a sign-in or a start of the app; once for each time. The reload
 * of an open home screen is no start.
 */
export function takeStart(): boolean {
  const wasStart = isStart;
  isStart = false;
  return wasStart;
}

const storedPolicy = storedValue('personal:policy', isObjectWith<PublishedPolicy>('policy'));

/** Stores the policy that a driver still has to accept, so that the next start asks without a request; null for none. */
export function rememberPolicy(policy: PublishedPolicy | null): void {
  // Without storage only a sign-in asks.
  if (policy) storedPolicy.write(policy);
  else storedPolicy.remove();
}

/**
 * The stored policy that this user has to accept before the home screen opens: at a start with a network. The reload of an
 * open home screen is no start: an update reloads it too, and a passenger may look at it.
 */
export function policyBeforeHome(userId: string): PublishedPolicy | null {
  const isStart = navigator.onLine && homeUser.read() !== userId;
  return isStart ? storedPolicy.read() : null;
}
