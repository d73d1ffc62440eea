import type { Factor, PasskeyListItem } from '@supabase/auth-js';
import { getAuth } from '../auth.ts';
import { DataError, toDataError, unwrap } from '../errors.ts';
import { dropUnfinished, freeName } from './factors.ts';

/** Whether this browser supports passkeys and the page is on a domain: pages on IP addresses get no credentials. */
export function canUsePasskeys(): boolean {
  const { hostname } = window.location;
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress;
}

/** Our codes for errors of the authenticator, by the name of the browser's error. */
const browserErrors: Readonly<Record<string, string>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
  ConstraintError: 'unsupported',
  NotSupportedError: 'unsupported',
  SecurityError: 'wrongAddress',
};

function refuse(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  const code = Object.hasOwn(browserErrors, name) ? browserErrors[name] : undefined;
  throw code === undefined ? toDataError(error) : new DataError(code, '');
}

/** The code for credentials is loaded with the first press. */
const ceremonies = () => import('./ceremonies.ts');

/** Signs in with the passkey that the person picks. @throws DataError */
export async function signInWithPasskey(): Promise<void> {
  const { passkey } = getAuth();
  const { challenge_id: challengeId, options } = unwrap(await passkey.startAuthentication());
  const credential = await (await ceremonies()).getCredential(options).catch(refuse);
  unwrap(await passkey.verifyAuthentication({ challengeId, credential }));
}

/** The account's passkeys, the oldest first. @throws DataError */
export async function listPasskeys(): Promise<readonly PasskeyListItem[]> {
  return unwrap(await getAuth().passkey.list());
}

/** A name for this device that needs no translation. */
function deviceName(): string {
  const known = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'];
  return known.find((name) => navigator.userAgent.includes(name)) ?? '';
}

/**
 * Adds a passkey of this device, under the device's name.
 * @throws DataError `cancelled`, `known`, `reauthentication_needed` in a session that is too old, `too_many_passkeys`
 */
export async function addPasskey(): Promise<void> {
  const { passkey } = getAuth();
  const { challenge_id: challengeId, options } = unwrap(await passkey.startRegistration());
  const credential = await (await ceremonies()).createCredential(options).catch(refuse);
  const { id } = unwrap(await passkey.verifyRegistration({ challengeId, credential }));
  const name = deviceName();
  if (name !== '') await renamePasskey(id, name);
}

/** @throws DataError */
export async function renamePasskey(passkeyId: string, friendlyName: string): Promise<void> {
  unwrap(await getAuth().passkey.update({ passkeyId, friendlyName }));
}

/** @throws DataError */
export async function removePasskey(passkeyId: string): Promise<void> {
  unwrap(await getAuth().passkey.delete({ passkeyId }));
}

export function isVerifiedKey(factor: Factor): boolean {
  return factor.factor_type === 'webauthn' && factor.status === 'verified';
}

/** The JSON of the backend; this build of the auth client passes it on unchanged (`tools/vite/auth-client.ts`). */
type Json<Value> = Value & never;

/** Raises this session with a fingerprint or key. @throws DataError */
export async function enterKey(factorId: string): Promise<void> {
  const { mfa } = getAuth();
  const rpId = window.location.hostname;
  const challenge = unwrap(await mfa.challenge({ factorId, webauthn: { rpId } }));
  const { type, credential_options: options } = challenge.webauthn;
  const { createCredential, getCredential } = await ceremonies();
  const publicKey = options.publicKey as Json<typeof options.publicKey>;
  const response = await (type === 'create' ? createCredential(publicKey) : getCredential(publicKey)).catch(
    refuse,
  );
  const webauthn = { type, rpId, credential_response: response as Json<typeof response> };
  unwrap(await mfa.verify({ factorId, challengeId: challenge.id, webauthn }));
}

/**
 * Sets up the fingerprint or key of this device as second factor; this session is raised.
 * @param nameOf the name of the factor, by how many there are
 * @throws DataError `cancelled`, `known`, `reauthentication_needed`, `insufficient_aal`
 */
export async function enrolKey(nameOf: (position: number) => string): Promise<void> {
  const friendlyName = freeName(await dropUnfinished(), nameOf);
  const { id } = unwrap(await getAuth().mfa.enroll({ factorType: 'webauthn', friendlyName }));
  await enterKey(id);
}
