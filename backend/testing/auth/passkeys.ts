import type { GoTrueClient } from '@supabase/auth-js';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { expect } from 'vitest';
import type { TestServer } from '../app.ts';
import { send, type AuthResponse } from './auth.ts';
import { SoftwareAuthenticator, type Misbehaviour } from './authenticator.ts';

/** An authenticator on the page of the app, as `http://localhost`: the address of the tests is an IP address. */
export function newAuthenticator(server: TestServer): SoftwareAuthenticator {
  return new SoftwareAuthenticator(`http://localhost:${server.context.config.port}`);
}

/** Registers a passkey with the official client. */
export async function addPasskey(
  client: Pick<GoTrueClient, 'passkey'>,
  authenticator: SoftwareAuthenticator,
): Promise<string> {
  const started = await client.passkey.startRegistration();
  expect(started.error).toBeNull();
  const { challenge_id: challengeId, options } = started.data!;
  const credential = authenticator.create(options as PublicKeyCredentialCreationOptionsJSON);
  const { data, error } = await client.passkey.verifyRegistration({
    challengeId,
    credential: credential as never,
  });
  expect(error).toBeNull();
  return data!.id;
}

/** A new challenge to sign in with a passkey. */
export async function signInChallenge(
  server: TestServer,
): Promise<{ challenge_id: string; options: PublicKeyCredentialRequestOptionsJSON; expires_at: number }> {
  const { status, body } = await send(server, '/passkeys/authentication/options', { body: {} });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Awaited<ReturnType<typeof signInChallenge>>;
}

/** Signs in with the passkey of an authenticator. */
export async function signInWithPasskey(
  server: TestServer,
  authenticator: SoftwareAuthenticator,
  wrong?: Misbehaviour,
): Promise<AuthResponse> {
  const { challenge_id, options } = await signInChallenge(server);
  return send(server, '/passkeys/authentication/verify', {
    body: { challenge_id, credential: authenticator.get(options, wrong) },
  });
}
