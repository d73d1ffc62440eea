import { redirect, type Reply } from '../../../http/reply.ts';
import { RedirectedError } from '../../../service/errors.ts';
import { isUuid } from '../../../util/uuid.ts';
import { AuthError, invalid } from '../../errors.ts';
import { arrive } from '../../domain/external/account.ts';
import { codeUrl, errorUrl, sessionUrl } from '../../domain/flows/app-urls.ts';
import type { ProviderProfile } from '../../store/identities.ts';
import { attempting, signInAttempt } from '../../domain/recording/failures.ts';
import { issueAuthCode } from '../../store/flow-state.ts';
import { recordLogin, type Recorder } from '../../domain/recording/recording.ts';
import { isAllowedRedirect, siteUrl } from '../../domain/flows/redirects.ts';
import { checkConfirmation, notValid, profileOfAssertion } from '../../domain/saml/assertion.ts';
import { findConnection, findConnectionByEntity, type SsoConnection } from '../../store/connections.ts';
import { noteAssertion, relayLifetimeMs, takeRelayState, type RelayState } from '../../store/relay-states.ts';
import { assertionConsumerUrl, requireSaml, responseOptions } from '../../domain/saml/service-provider.ts';
import { checkXmlShape, runXmlTask, XmlError } from '../../domain/saml/untrusted-xml.ts';
import { startSession, type SessionStarter } from '../../domain/sessions/start.ts';
import type { AuthRequest } from '../../request.ts';
import type { Auth } from '../../context.ts';

/** Assertions have a few kilobytes, or tens with many groups. */
const maxBytes = 64 * 1024;

interface Entry {
  readonly target: string;
  readonly flowId: string | null;
}

/**
 * POST /sso/saml/acs: takes the response of an identity provider and redirects the browser to the app: with a code
 * (PKCE), with a session in the fragment, or with an error in both.
 */
export async function samlAcs(request: AuthRequest): Promise<Reply> {
  requireSaml(request);
  await request.limits.token(request.network);
  const form = new URLSearchParams((await request.readBody(maxBytes)).toString('utf8'));
  const [response, relayState] = [form.get('SAMLResponse') ?? '', form.get('RelayState') ?? ''];
  let target = isAllowedRedirect(request, relayState) ? relayState : siteUrl(request);
  try {
    if (response === '') throw invalid('SAMLResponse is missing');
    const attempt = signInAttempt('', 'sso/saml');
    await attempting(request, attempt, () =>
      inXml(() => checkXmlShape(Buffer.from(response, 'base64').toString('utf8'))),
    );
    const relay = await requestOf(request, relayState);
    target = relay?.redirect_to ?? target;
    const provider = await attempting(request, attempt, () => providerOf(request, relay, response));
    const profile = await attempting(request, attempt, () =>
      verifiedProfile(request, provider, relay, response),
    );
    const entry = { target, flowId: relay?.flow_state_id ?? null };
    return redirect(303, await complete(request, provider, profile, entry));
  } catch (thrown) {
    throw new RedirectedError(thrown, (error) => errorUrl(target, error));
  }
}

async function complete(
  request: Recorder & SessionStarter & Pick<Auth, 'autoconfirm' | 'db'>,
  provider: SsoConnection,
  profile: ProviderProfile,
  entry: Entry,
) {
  const name = `sso:${provider.id}`;
  const { user, url } = await request.db.transaction(async (transaction) => {
    const { user: person } = await arrive(request, transaction, {
      provider: name,
      profile,
      emailOptional: false,
      sso: true,
    });
    if (entry.flowId === null) {
      const signIn = { user: person, method: 'sso/saml', provider: name };
      const session = await startSession(request, transaction, signIn);
      return { user: person, url: sessionUrl(entry.target, session) };
    }
    const code = await issueAuthCode(transaction, entry.flowId, { user_id: person.id });
    return { user: person, url: codeUrl(entry.target, code) };
  });
  if (entry.flowId === null) recordLogin(request, user, 'sso/saml', name);
  return url;
}

/** The person of a response, after all checks. */
async function verifiedProfile(
  auth: Pick<Auth, 'config' | 'db' | 'settings'>,
  provider: SsoConnection,
  relay: RelayState | undefined,
  response: string,
): Promise<ProviderProfile> {
  const options = await responseOptions(auth, provider);
  const requestId = relay?.request_id;
  const verified = await inXml(() => runXmlTask('response', { response, requestId, options }));
  if (verified.issuer !== provider.saml.entity_id) throw notValid('it is of another issuer');
  const assertionId = checkConfirmation(verified, assertionConsumerUrl(auth), requestId);
  if (!relay && !(await noteAssertion(auth.db, provider.id, assertionId)))
    throw notValid('it was used before');
  return profileOfAssertion(verified, provider);
}

/** Runs work on XML, and reports its failures as an invalid assertion. */
async function inXml<Result>(work: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof XmlError ? notValid(error.message) : error;
  }
}

/** Trusts the issuer named by the response only if no request of ours determines the provider. */
async function providerOf(
  auth: Pick<Auth, 'db'>,
  relay: RelayState | undefined,
  response: string,
): Promise<SsoConnection> {
  const provider = relay
    ? await findConnection(auth.db, relay.sso_provider_id)
    : await findConnectionByEntity(auth.db, await inXml(() => runXmlTask('issuer', response)));
  if (!provider || provider.disabled) throw new AuthError('saml_idp_not_found');
  return provider;
}

/** The request that a response answers; undefined when the identity provider began. */
async function requestOf(auth: Pick<Auth, 'db'>, relayState: string): Promise<RelayState | undefined> {
  if (!isUuid(relayState)) return undefined;
  const relay = await takeRelayState(auth.db, relayState);
  if (!relay) throw new AuthError('saml_relay_state_not_found');
  if (relay.created_at.getTime() + relayLifetimeMs < Date.now())
    throw new AuthError('saml_relay_state_expired');
  return relay;
}
