import { createHmac } from 'node:crypto';
import type { Queryable } from '../../db/database.ts';
import type { DerivedSecrets } from '../../identity/root-secrets.ts';

/** The proved ability: to sign in, or to use a second factor (with its id). */
type ProvedAbility = 'sign-in' | `factor:${string}`;

const maxNetworks = 20;

/** Writes a network at most once a day. The delete does not see the new row, so it keeps one fewer. */
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

/** The networks from which the owner of an account has signed in before; undefined within the process. */
export function createKnownNetworks(secrets: DerivedSecrets) {
  const hashes = (proof: ProvedAbility, network: string): Buffer[] =>
    secrets.map((secret) => createHmac('sha256', secret).update(`${proof} ${network}`).digest());
  return {
    /** False without an account or a network. Takes the same time either way. */
    async includes(db: Queryable, userId: string | undefined, proof: ProvedAbility, network?: string) {
      const rows = await db.query(
        'select from auth.known_networks where user_id = $1 and network = any ($2)',
        [userId ?? null, network === undefined ? [] : hashes(proof, network)],
      );
      return rows.length > 0;
    },
    /** Saves the network; beyond the limit it replaces the least recently used one. */
    async remember(transaction: Queryable, userId: string, proof: ProvedAbility, network?: string) {
      if (network === undefined) return;
      const [hash] = hashes(proof, network);
      await transaction.query(rememberSql, [userId, hash, maxNetworks - 1]);
    },
  };
}
