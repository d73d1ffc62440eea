import {
  deserializeCredentialCreationOptions,
  deserializeCredentialRequestOptions,
  serializeCredentialCreationResponse,
  serializeCredentialRequestResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  type ServerCredentialCreationOptions,
  type ServerCredentialRequestOptions,
} from '@supabase/auth-js/dist/module/lib/webauthn.js';

/** Has the browser make a credential. @throws DOMException as `navigator.credentials.create` */
export async function createCredential(
  options: ServerCredentialCreationOptions,
): Promise<RegistrationResponseJSON> {
  const publicKey = deserializeCredentialCreationOptions(options) as PublicKeyCredentialCreationOptions;
  const credential = await navigator.credentials.create({ publicKey });
  return serializeCredentialCreationResponse(credential as never);
}

/** Has the browser use a credential. @throws DOMException as `navigator.credentials.get` */
export async function getCredential(
  options: ServerCredentialRequestOptions,
): Promise<AuthenticationResponseJSON> {
  const publicKey = deserializeCredentialRequestOptions(options) as PublicKeyCredentialRequestOptions;
  const credential = await navigator.credentials.get({ publicKey });
  return serializeCredentialRequestResponse(credential as never);
}
