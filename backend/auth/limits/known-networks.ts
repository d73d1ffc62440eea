import { createHmac } from 'node:crypto';
import type { Queryable } from '../../db/database.ts';
import type { DerivedSecrets } from '../root-secrets.ts';

/** The ability to sign in, or the possession of a second factor (with its id). */
export type Proof = 'sign-in' | `factor:${string}`;

/** The networks where the owner of an account was before; a visitor is a network as `visitorNetwork` gives it. */
export interface KnownNetworks {
  /** False without an account or a network. Takes the same time either way. */
  includes(
    db: Queryable,
    userId: string | undefined,
    proof: Proof,
    visitor: string | undefined,
  ): Promise<boolean>;
  /** Remembers the network; beyond the limit it replaces the least recently used one. */
  remember(transaction: Queryable, userId: string, proof: Proof, visitor: string | undefined): Promise<void>;
}

const maxNetworks = 20;

/** A network that is used every day is written once a day. The new row is not among those that are counted. */
const rememberSql = `
  with remembered as (
    insert into auth.known_networks as k (user_id, network) values ($1, $2)
    on conflict (user_id, network) do update set used_at = now() where k.used_at < now() - interval '1 day'
    returning (xmax = 0) as is_new
  )
  delete from auth.known_networks where user_id = $1 and network in (
    select network from auth.known_networks
    where user_id = $1 and exists (select from remembered where is_new)
    order by used_at desc, network offset $3)`;

export function createKnownNetworks(secrets: DerivedSecrets): KnownNetworks {
  const hashes = (proof: Proof, visitor: string): Buffer[] =>
    secrets.map((secret) => createHmac('sha256', secret).update(`${proof} ${visitor}`).digest());
  return {
    async includes(db, userId, proof, visitor) {
      const rows = await db.query(
        'select from auth.known_networks where user_id = $1 and network = any ($2)',
        [userId ?? null, visitor === undefined ? [] : hashes(proof, visitor)],
      );
      return rows.length > 0;
    },
    async remember(transaction, userId, proof, visitor) {
      if (visitor === undefined) return;
      const [hash] = hashes(proof, visitor);
      await transaction.query(rememberSql, [userId, hash, maxNetworks - 1]);
    },
  };
}
