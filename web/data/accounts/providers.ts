import { createAuthClientBeside, returnAddress } from './credentials.ts';
import { withApiKey } from '../apiKey.ts';
import { getEnvironment, sessionStorageKey } from '../environment.ts';
import { unwrap } from '../errors.ts';
import { canUsePasskeys } from './passkeys.ts';

/** Other sign-in services, in the order in which they are offered. */
export const providers = ['google', 'apple', 'facebook'] as const;
export type Provider = (typeof providers)[number];

interface Settings {
  readonly external?: Partial<Record<string, boolean>>;
  readonly passkeys_enabled?: boolean;
}

/** The ways to sign in besides the password. */
export interface SignInOptions {
  readonly providers: readonly Provider[];
  readonly passkeys: boolean;
}

/** The options that the backend offers and this browser supports; none when the backend cannot be reached. */
export async function listSignInOptions(): Promise<SignInOptions> {
  try {
    const response = await withApiKey(fetch)(`${getEnvironment().backendUrl}/auth/v1/settings`);
    const { external = {}, passkeys_enabled: passkeys = false } = (await response.json()) as Settings;
    return {
      providers: providers.filter((name) => external[name] === true),
      passkeys: passkeys && canUsePasskeys(),
    };
  } catch {
    return { providers: [], passkeys: false };
  }
}

/**
 * Leaves the page for the sign-in of another service, which returns to the login screen. With PKCE, the code in the
 * address is of use to this browser only; `getAuth` exchanges it there.
 * @throws DataError
 */
export async function signInWith(provider: Provider): Promise<void> {
  // Without `persistSession` the proof of PKCE would be lost with the page.
  const client = createAuthClientBeside(sessionStorageKey(), { flowType: 'pkce', persistSession: true });
  const options = { redirectTo: returnAddress('/login') };
  unwrap(await client.signInWithOAuth({ provider, options }));
}
