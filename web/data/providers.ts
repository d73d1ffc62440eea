import { AuthClient } from '@supabase/auth-js';
import { returnAddress } from './account.ts';
import { withApiKey } from './apiKey.ts';
import { sessionStorageKey } from './client.ts';
import { getEnvironment } from './environment.ts';
import { toDataError } from './errors.ts';

/** Other services that people know and may sign in with, in the order in which they are offered. */
export const providers = ['google', 'apple', 'facebook'] as const;
export type Provider = (typeof providers)[number];

interface Settings {
  readonly external?: Partial<Record<string, boolean>>;
}

/** The services that the backend is configured for; none when it cannot be asked. */
export async function listProviders(): Promise<readonly Provider[]> {
  try {
    const response = await withApiKey(fetch)(`${getEnvironment().backendUrl}/auth/v1/settings`);
    const { external = {} } = (await response.json()) as Settings;
    return providers.filter((name) => external[name] === true);
  } catch {
    return [];
  }
}

/**
 * Leaves the page for the sign-in of another service, which comes back to the login screen. With PKCE: what comes back
 * in the address is of use to this browser alone. `getAuth` exchanges it there.
 * @throws DataError
 */
export async function signInWith(provider: Provider): Promise<void> {
  const { backendUrl, publishableKey } = getEnvironment();
  const client = new AuthClient({
    url: `${backendUrl}/auth/v1`,
    headers: { apikey: publishableKey },
    storageKey: sessionStorageKey(),
    flowType: 'pkce',
    detectSessionInUrl: false,
    autoRefreshToken: false,
  });
  const { error } = await client.signInWithOAuth({
    provider,
    options: { redirectTo: returnAddress('/login') },
  });
  if (error) throw toDataError(error);
}
