import type { Factor, PasskeyListItem } from '@supabase/auth-js';
import { getAuth } from '../session/auth.ts';
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

/** Throws the error of an authenticator; the auth client gives it the name of the browser's error. */
function refuse(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  const code = Object.hasOwn(browserErrors, name) ? browserErrors[name] : undefined;
  throw code === undefined ? toDataError(error) : new DataError(code, '');
}

/** Signs in with the passkey that the person picks. @throws DataError */
export async function signInWithPasskey(): Promise<void> {
  const { error } = await getAuth().signInWithPasskey();
  if (error) refuse(error);
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
  const { data, error } = await getAuth().registerPasskey();
  if (error) refuse(error);
  const name = deviceName();
  if (name !== '') await renamePasskey(data.id, name);
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

/** Raises this session with a fingerprint or key. @throws DataError */
export async function enterKey(factorId: string): Promise<void> {
  const { mfa } = getAuth();
  const rpId = window.location.hostname;
  const challenge = unwrap(await mfa.challenge({ factorId, webauthn: { rpId } }));
  const { type } = challenge.webauthn;
  // The client has types of its own for what the browser takes and gives.
  const options = challenge.webauthn.credential_options as CredentialCreationOptions &
    CredentialRequestOptions;
  const { credentials } = navigator;
  const ceremony = type === 'create' ? credentials.create(options) : credentials.get(options);
  const webauthn = { type, rpId, credential_response: (await ceremony.catch(refuse)) as never };
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
