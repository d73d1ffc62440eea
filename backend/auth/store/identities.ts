import { waitForKey } from '../../db/advisory-locks.ts';
import type { Queryable } from '../../db/database.ts';
import type { Address } from './addresses.ts';
import { findUser, type Metadata, type AuthUser } from './users.ts';

/** A person as a provider describes them. */
export interface ProviderProfile {
  /** The provider's own id of the person. */
  readonly subject: string;
  /** In lower case; the empty text when the provider gives none. */
  readonly email: string;
  /** The provider says that the address belongs to the person. */
  readonly emailVerified: boolean;
  /** The content of the identity and of user_metadata. */
  readonly data: Metadata;
}

/** A person whom a provider has authenticated. */
export interface ProviderArrival {
  /** As in `auth.identities.provider`. */
  readonly provider: string;
  readonly profile: ProviderProfile;
  /** The provider's accounts may lack an address. */
  readonly emailOptional: boolean;
  /** A company's identity provider: its accounts stay separate, even with the same address as others. */
  readonly sso?: boolean;
}

/**
 * Creates or updates the identity of an address. As upstream, its subject at the “provider” is the user's own id.
 * @param verified what the identity says of its addresses, such as `{ email_verified: true }`
 * @param metadata from the user; the other values win over its keys
 */
export async function saveIdentity(
  transaction: Queryable,
  userId: string,
  { provider, address }: Address,
  verified: Metadata,
  metadata: Metadata = {},
): Promise<void> {
  const subject = { [provider]: address, ...verified, sub: userId };
  await transaction.query(
    `insert into auth.identities (provider_id, user_id, provider, identity_data) values ($1, $2, $3, $4)
     on conflict (provider_id, provider) do update
       set identity_data = identities.identity_data || $5::jsonb, updated_at = now()`,
    [userId, userId, provider, JSON.stringify({ ...metadata, ...subject }), JSON.stringify(subject)],
  );
}

/** Removes personal data from a user's identities, so that the same person may register again. */
export async function anonymizeIdentities(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query(
    `update auth.identities set identity_data = '{}', provider_id = encode(sha256(provider_id::bytea), 'hex'),
       updated_at = now() where user_id = $1`,
    [userId],
  );
}

/** Locks an identity and an address until the transaction ends, so that concurrent sign-ins create one account. */
export async function lockArrival(
  transaction: Queryable,
  { provider, profile }: ProviderArrival,
  email = profile.email,
): Promise<void> {
  for (const key of [`${provider} ${profile.subject}`, email])
    if (key !== '') await waitForKey(transaction, 'externalSignIn', key);
}

/** The user who has the identity, locked until the transaction ends. */
export async function lockOwner(
  transaction: Queryable,
  { provider, profile }: ProviderArrival,
): Promise<AuthUser | undefined> {
  const [owner] = await transaction.query<{ user_id: string }>(
    `select i.user_id from auth.identities i join auth.users u on u.id = i.user_id
     where i.provider = $1 and i.provider_id = $2 for no key update of u`,
    [provider, profile.subject],
  );
  return owner && findUser(transaction, owner.user_id);
}

/**
 * The users except those of SSO who have an address, as the account's own or by a confirmed identity; locked until the
 * transaction ends.
 */
export async function lockUsersWithEmail(transaction: Queryable, email: string): Promise<readonly string[]> {
  const rows = await transaction.query<{ id: string }>(
    `select u.id from auth.users u
     where not u.is_sso_user and (u.email = $1 or exists (
       select from auth.identities i
       where i.user_id = u.id and i.email = $1 and i.identity_data ->> 'email_verified' = 'true'))
     order by u.created_at, u.id for no key update`,
    [email],
  );
  return rows.map(({ id }) => id);
}

/** Creates or updates the identity with the provider's claims about the person. */
export async function saveSubject(
  transaction: Queryable,
  userId: string,
  { provider, profile }: ProviderArrival,
): Promise<void> {
  await transaction.query(
    `insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
     values ($1, $2, $3, $4, now())
     on conflict (provider_id, provider) do update
       set identity_data = excluded.identity_data, last_sign_in_at = now(), updated_at = now()
       where identities.user_id = excluded.user_id`,
    [profile.subject, userId, provider, JSON.stringify(profile.data)],
  );
}

export async function deleteIdentity(transaction: Queryable, userId: string, id: string): Promise<void> {
  await transaction.query('delete from auth.identities where user_id = $1 and id = $2', [userId, id]);
}

export async function deleteIdentitiesExcept(
  transaction: Queryable,
  userId: string,
  { provider, profile }: ProviderArrival,
): Promise<void> {
  await transaction.query(
    'delete from auth.identities where user_id = $1 and not (provider = $2 and provider_id = $3)',
    [userId, provider, profile.subject],
  );
}

/** Updates `app_metadata.provider` and `.providers` from the identities, oldest first. */
export async function updateProviders(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query(
    `update auth.users u
     set raw_app_meta_data = raw_app_meta_data
           || jsonb_build_object('provider', p.names -> 0, 'providers', p.names), updated_at = now()
     from (select jsonb_agg(provider order by first) as names from
       (select provider, min(created_at) as first from auth.identities where user_id = $1 group by provider) i) p
     where u.id = $1 and p.names is not null`,
    [userId],
  );
}
