import { randomUUID } from 'node:crypto';
import type { Network } from './network.ts';

/** An account that a stranger has registered. */
export interface Account {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly authorization: { readonly authorization: string };
}

/**
 * Registers an account from a network.
 * @throws Error with the status when the product refuses
 */
export async function register(network: Network): Promise<Account> {
  const credentials = { email: `${randomUUID()}@example.com`, password: 'quiet sentence about snow 7' };
  const response = await network.post('/auth/v1/signup', credentials);
  const body = await response.text();
  if (!response.ok) throw new Error(`sign-up: ${response.status} ${body}`);
  const session = JSON.parse(body) as {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly user: { readonly id: string };
  };
  return {
    ...credentials,
    userId: session.user.id,
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    authorization: { authorization: `Bearer ${session.access_token}` },
  };
}
