import type { PublishedPolicy } from '../../../shared/content/policy.ts';
import type { Json } from '../../../shared/database.types.ts';
import { contentOf, getDatabase } from '../database.ts';
import { DataError, toDataError, unwrap } from '../errors.ts';

/** The privacy policy that is published now, for people with and without an account. */
export async function getPublishedPolicy(): Promise<PublishedPolicy> {
  const releases = getDatabase().from('content_releases');
  const columns = 'company:content->company,policy:content->policy';
  const [newest] = unwrap(await releases.select(columns).order('id', { ascending: false }).limit(1));
  if (!newest) throw new DataError('unknown', 'The backend has no release of the content');
  return contentOf(newest);
}

/** The published policy if the caller still has to accept it, else null. */
export async function getPolicyToAccept(): Promise<PublishedPolicy | null> {
  const policy = unwrap(await getDatabase().rpc('policy_to_accept')) as Json | null;
  return policy === null ? null : contentOf(policy);
}

/**
 * Records that the caller accepts this version of the policy. Recording it twice is harmless.
 * @throws DataError `policy_changed` when another version is published now
 */
export async function recordConsent(userId: string, version: number): Promise<void> {
  const consents = getDatabase().from('consents');
  const { error, status } = await consents.insert({ user_id: userId, policy_version: version });
  if (!error) return;
  const failure = toDataError(error, status);
  if (failure.code === '42501' && status === 403)
    throw new DataError('policy_changed', failure.message, status);
  if (failure.code !== '23505') throw failure;
}
