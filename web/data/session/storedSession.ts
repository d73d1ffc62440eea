import type { User } from '@supabase/auth-js';
import { isObjectWith, storedValue } from '../../util/storedValue.ts';
import { sessionStorageKey } from '../environment.ts';

// Part of what runs before the app has loaded: without the auth client.

/** The stored part of a session. */
export interface StoredSession {
  readonly user: User;
  readonly access_token: string;
  /** By this device's clock, in seconds since 1970. */
  readonly expires_at?: number | undefined;
}

/** A session that expires within this time counts as expired: the auth client's margin. */
export const expiryMarginMs = 90_000;

const stored = () => storedValue(sessionStorageKey(), isObjectWith<Partial<StoredSession>>());

/**
 * The stored session, even with an expired token that cannot be refreshed without a network: auth-js then announces
 * INITIAL_SESSION without a session, although it keeps it.
 */
export function storedSession(): StoredSession | null {
  const session = stored().read();
  if (!session?.user?.id) return null;
  const { user, access_token = '', expires_at } = session;
  return { user, access_token, expires_at };
}

/** Ends the session on this device without the auth client, whose code could not be loaded. */
export function forgetSession(): void {
  stored().remove();
}

/** The stored access token while it lasts. Without one, the auth client knows whether there is a session. */
export function freshToken(): string | null {
  const session = storedSession();
  const isFresh = (session?.expires_at ?? 0) * 1000 > Date.now() + expiryMarginMs;
  return session && isFresh ? session.access_token || null : null;
}
