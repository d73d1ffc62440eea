import type { Context as HttpContext } from 'hono';
import { readBody } from '../../service/body.ts';
import { isUuid } from '../caller.ts';
import { redirectedError } from '../error-response.ts';
import { AuthError, invalid } from '../errors.ts';
import { arrive } from '../external/account.ts';
import { codeUrl, errorUrl, sessionUrl } from '../flows/app-urls.ts';
import type { Profile } from '../external/profile.ts';
import { attempting, recordFailure, signInAttempt } from '../failures.ts';
import { issueAuthCode } from '../flows/flow-state.ts';
import { recordLogin } from '../recording.ts';
import { isAllowedRedirect, siteUrl } from '../flows/redirects.ts';
import { checkConfirmation, notValid, profileOfAssertion } from './assertion.ts';
import { findProvider, findProviderByEntity, type SsoProvider } from './connections.ts';
import { noteAssertion, relayLifetime, takeRelayState, type RelayState } from './relay-states.ts';
import { assertionConsumerUrl, requireSaml, responseOptions } from './service-provider.ts';
import { checkXmlShape, runXmlTask, XmlError } from './untrusted-xml.ts';
import { requestClient, requestVisitor, type Auth } from '../services.ts';
import { startSession } from '../sessions/start.ts';

/** Assertions have a few kilobytes; with many groups of a person, some tens. */
const maxBytes = 64 * 1024;

/** The request that an answer is to; undefined when the identity provider began. */
async function requestOf(auth: Auth, relayState: string): Promise<RelayState | undefined> {
  if (!isUuid(relayState)) return undefined;
  const relay = await takeRelayState(auth.db, relayState);
  if (!relay) throw new AuthError('saml_relay_state_not_found');
  if (relay.created_at.getTime() + relayLifetime < Date.now())
    throw new AuthError('saml_relay_state_expired');
  return relay;
}

/** Trusts the issuer named by the response only if no request of ours determines the provider. */
async function providerOf(auth: Auth, relay: RelayState | undefined, response: string): Promise<SsoProvider> {
  const provider = relay
    ? await findProvider(auth.db, relay.sso_provider_id)
    : await findProviderByEntity(auth.db, await inXml(() => runXmlTask('issuer', response)));
  if (!provider || provider.disabled) throw new AuthError('saml_idp_not_found');
  return provider;
}

/** Runs work on XML, and reports its failures as an invalid assertion. */
async function inXml<Result>(work: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof XmlError ? notValid(error.message) : error;
  }
}

/** Who the response is about, once everything about it is verified. */
async function verifiedProfile(
  auth: Auth,
  provider: SsoProvider,
  relay: RelayState | undefined,
  response: string,
): Promise<Profile> {
  const options = await responseOptions(auth, provider);
  const requestId = relay?.request_id;
  const verified = await inXml(() => runXmlTask('response', { response, requestId, options }));
  if (verified.issuer !== provider.saml.entity_id) throw notValid('it is of another issuer');
  const assertionId = checkConfirmation(verified, assertionConsumerUrl(auth), requestId);
  if (!relay && !(await noteAssertion(auth.db, provider.id, assertionId)))
    throw notValid('it was used before');
  return profileOfAssertion(verified, provider);
}

async function complete(auth: Auth, c: HttpContext, provider: SsoProvider, profile: Profile, entry: Entry) {
  const name = `sso:${provider.id}`;
  const client = requestClient(auth, c);
  const { user, url } = await auth.db.transaction(async (transaction) => {
    const { user: person } = await arrive(auth, transaction, {
      provider: name,
      profile,
      emailOptional: false,
      sso: true,
    });
    if (entry.flowId === null) {
      const signIn = { user: person, method: 'sso/saml', provider: name, client };
      const session = await startSession(auth, transaction, signIn);
      return { user: person, url: sessionUrl(entry.target, session, undefined) };
    }
    const code = await issueAuthCode(transaction, entry.flowId, { userId: person.id });
    if (code === undefined) throw new AuthError('flow_state_already_used');
    return { user: person, url: codeUrl(entry.target, code) };
  });
  if (entry.flowId === null) recordLogin(auth, c, user, 'sso/saml', name);
  return url;
}

interface Entry {
  readonly target: string;
  readonly flowId: string | null;
}

/**
 * POST /sso/saml/acs: takes the answer of an identity provider and sends the browser on to the app, with a code (PKCE),
 * a session in the fragment, or what went wrong in both.
 */
export async function samlAcs(auth: Auth, c: HttpContext): Promise<Response> {
  requireSaml(auth);
  await auth.limits.token(requestVisitor(auth, c));
  const form = new URLSearchParams((await readBody(c.req.raw, maxBytes)).toString('utf8'));
  const [response, relayState] = [form.get('SAMLResponse') ?? '', form.get('RelayState') ?? ''];
  let target = isAllowedRedirect(auth, relayState) ? relayState : siteUrl(auth);
  try {
    if (response === '') throw invalid('SAMLResponse is missing');
    const attempt = signInAttempt('', 'sso/saml');
    await attempting(attempt, () =>
      inXml(() => checkXmlShape(Buffer.from(response, 'base64').toString('utf8'))),
    );
    const relay = await requestOf(auth, relayState);
    target = relay?.redirect_to ?? target;
    const provider = await attempting(attempt, () => providerOf(auth, relay, response));
    const profile = await attempting(attempt, () => verifiedProfile(auth, provider, relay, response));
    const entry = { target, flowId: relay?.flow_state_id ?? null };
    return c.redirect(await complete(auth, c, provider, profile, entry), 303);
  } catch (thrown) {
    await recordFailure(auth, c, thrown);
    return c.redirect(errorUrl(target, redirectedError(thrown, c, auth.log)), 303);
  }
}
