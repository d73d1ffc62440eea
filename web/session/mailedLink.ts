import { createAuthClientBeside } from '../data/accounts/credentials.ts';
import { wasMailRequested } from '../data/accounts/requestedMail.ts';
import { getAuth } from '../data/session/auth.ts';
import { toDataError } from '../data/errors.ts';
import type { Arrival } from './arrival.ts';
import { storedSession } from '../data/session/storedSession.ts';
import { beginRecovery, endRecovery } from './recovery.ts';

type Tokens = Extract<Arrival, { kind: 'tokens' }>;

/** Asks the person at this device whether to go on as the account of a link. */
export interface UnrequestedLink {
  readonly email: string;
  /** @throws DataError when the link is no longer valid */
  readonly accept: () => Promise<void>;
  readonly decline: () => void;
}

export interface OpenedLink {
  /** The outcome to show; the tokens themselves once they are in use. */
  readonly arrival: Arrival | null;
  readonly question: UnrequestedLink | null;
}

async function enter({ purpose, accessToken, refreshToken }: Tokens, userId: string): Promise<void> {
  if (purpose === 'recovery') beginRecovery(userId);
  const { error } = await getAuth().setSession({ access_token: accessToken, refresh_token: refreshToken });
  if (!error) return;
  endRecovery();
  throw toDataError(error);
}

/**
 * Decides about the tokens in the address of the page. Anybody can make such a link with a session of their own, so it
 * never changes who is signed in: it works for the account that is already signed in, or for an address for which this
 * browser requested a mail. While another account is signed in, perhaps with passengers before the screen, the link is
 * rejected. While nobody is signed in, the person at the device decides.
 */
export async function openLink(tokens: Tokens): Promise<OpenedLink> {
  // A separate client: the app's own one would sign out over a token whose session has ended.
  const beside = createAuthClientBeside('mailed-link');
  const { data } = await beside.getUser(tokens.accessToken);
  const { user } = data;
  if (!user) return { arrival: { kind: 'brokenLink' }, question: null };
  const discard = () => void beside.admin.signOut(tokens.accessToken, 'local');
  const current = storedSession()?.user.id;
  const isRequested = current === undefined && wasMailRequested(user.email ?? '');
  if (isRequested || current === user.id) {
    await enter(tokens, user.id);
    return { arrival: tokens, question: null };
  }
  if (current !== undefined) {
    discard();
    return { arrival: { kind: 'otherAccount' }, question: null };
  }
  const accept = async () => {
    // Another tab may have signed in meanwhile.
    if (storedSession() === null) await enter(tokens, user.id);
  };
  return { arrival: null, question: { email: user.email ?? '', accept, decline: discard } };
}
