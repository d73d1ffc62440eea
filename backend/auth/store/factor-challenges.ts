import type { Queryable } from '../../db/database.ts';
import { column, columnsOf, type RowOf } from '../../db/rows.ts';
import type { SessionData } from './passkey-challenges.ts';
import type { Factor } from './factors.ts';

const challengeLifetimeSeconds = 300;
/** For this time a late response learns that the challenge has expired. */
const keptFor = '1 hour';

const columns = columnsOf('auth.mfa_challenges', {
  id: column<string>(),
  /** Not used before, and requested from the same address. */
  fresh: column<boolean>('verified_at is null and ip_address is not distinct from $3::inet'),
  expired: column<boolean>('created_at <= now() - make_interval(secs => $4)'),
  /** The code of a phone factor, as `FactorSecrets.seal` gives it. */
  otp_code: column<string | null>(),
  web_authn_session_data: column<SessionData | null>(),
});

/** A row of `auth.mfa_challenges`, as the response to it sees it. */
export type Challenge = RowOf<typeof columns>;

/** Inserts a challenge. `expires_at` is in seconds since 1970. */
export async function insertChallenge(
  transaction: Queryable,
  factorId: string,
  address: string | null,
  { otp_code, web_authn_session_data: data }: Pick<Challenge, 'otp_code' | 'web_authn_session_data'>,
): Promise<{ id: string; expires_at: number }> {
  await transaction.query(
    `delete from auth.mfa_challenges where factor_id = $1 and created_at < now() - $2::interval`,
    [factorId, keptFor],
  );
  await transaction.query('update auth.mfa_factors set last_challenged_at = now() where id = $1', [factorId]);
  const [row] = await transaction.query<{ id: string; expires_at: number }>(
    `insert into auth.mfa_challenges (factor_id, ip_address, otp_code, web_authn_session_data)
     values ($1, $2, $3, $4) returning id, floor(extract(epoch from created_at))::float8 + $5 as expires_at`,
    [factorId, address, otp_code, data && JSON.stringify(data), challengeLifetimeSeconds],
  );
  return row!;
}

/** Deletes a challenge whose code could not be sent, and resets the cooldown to the previous one. */
export async function withdrawChallenge(
  db: Queryable,
  id: string,
  { id: factorId, last_challenged_at: formerly }: Factor,
): Promise<void> {
  await db.query(
    `with withdrawn as (delete from auth.mfa_challenges where id = $1 returning created_at)
     update auth.mfa_factors set last_challenged_at = $3 from withdrawn
     where id = $2 and last_challenged_at = withdrawn.created_at`,
    [id, factorId, formerly],
  );
}

export function findChallenge(
  transaction: Queryable,
  id: string,
  factorId: string,
  address: string | null,
): Promise<Challenge | undefined> {
  const values = [id, factorId, address, challengeLifetimeSeconds];
  return columns.find(transaction, 'id = $1 and factor_id = $2', values);
}

export async function markChallengeUsed(transaction: Queryable, id: string): Promise<void> {
  await transaction.query('update auth.mfa_challenges set verified_at = now() where id = $1', [id]);
}
