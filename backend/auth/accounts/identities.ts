import type { Queryable } from '../../db/database.ts';
import type { Metadata } from './users.ts';

/** A row of `auth.identities`, as PostgreSQL's JSON has it: times are ISO 8601 text. */
export interface IdentityRow {
  readonly id: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: Metadata;
  readonly provider: string;
  readonly last_sign_in_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly email: string | null;
}

export interface NewIdentity {
  readonly userId: string;
  readonly provider: 'email' | 'phone';
  /** The address, and whether it is confirmed; what the user says about themselves never overrides these. */
  readonly data: Metadata;
  readonly metadata: Metadata;
}

/**
 * Creates the identity by which a user signs in, or brings its address up to date. For e-mail and phone the subject at
 * the “provider” is the user's own id.
 */
export async function saveIdentity(transaction: Queryable, identity: NewIdentity): Promise<void> {
  const { userId, provider, data, metadata } = identity;
  const subject = { ...data, sub: userId };
  await transaction.query(
    `insert into auth.identities (provider_id, user_id, provider, identity_data) values ($1, $2, $3, $4)
     on conflict (provider_id, provider) do update
       set identity_data = identities.identity_data || $5::jsonb, updated_at = now()`,
    [userId, userId, provider, JSON.stringify({ ...metadata, ...subject }), JSON.stringify(subject)],
  );
}

/** Empties what is known of a user's identities, so that the same person may register again. */
export async function anonymizeIdentities(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query(
    `update auth.identities set identity_data = '{}', provider_id = encode(sha256(provider_id::bytea), 'hex'),
       updated_at = now() where user_id = $1`,
    [userId],
  );
}
