import { decodeJwt } from 'jose';
import { goodPassword, newEmail, sendAsAdmin, signIn, signUp } from '../../backend/testing/auth/auth.ts';
import type { StaffRole } from '../../shared/roles.ts';
import type { ProductApp } from './app.ts';

/**
 * Everybody who asks. `vera` is a driver whom no administrator has approved, `luis` one who left the company and whose
 * account was unblocked again, `marta` an administrator who has not entered her second factor, `olga` works in the office,
 * `oscar` does and has not entered his second factor, `bruno` is a driver whose account was blocked after he had signed in,
 * `service` the secret key.
 */
export const actors = [
  'anon',
  'diego',
  'elena',
  'vera',
  'luis',
  'nora',
  'carla',
  'marta',
  'olga',
  'oscar',
  'bruno',
  'service',
] as const;
export type Actor = (typeof actors)[number];

const added = ['vera', 'luis', 'marta', 'olga', 'oscar', 'bruno'] as const;
type Added = (typeof added)[number];
const isAdded = (actor: Actor): actor is Added => (added as readonly Actor[]).includes(actor);

export interface Account {
  readonly userId: string;
  readonly token: string;
}

export interface Actors {
  request(actor: Actor, path: string, init?: RequestInit): Promise<Response>;
  /** The access token of somebody with an account. */
  token(actor: Exclude<Actor, 'anon' | 'service'>): string;
  /** The account that `{self}` stands for; nora for actors without one. */
  userId(actor: Actor): string;
}

function accountOf(token: string): Account {
  return { userId: decodeJwt(token).sub!, token };
}

/** An account with a role, created by the operator. */
async function addStaff(server: ProductApp, role: StaffRole): Promise<Account> {
  const email = newEmail();
  const account = { email, password: goodPassword, email_confirm: true, app_metadata: { role } };
  await sendAsAdmin(server, '/admin/users', { method: 'POST', body: account });
  const { body } = await signIn(server, email);
  return accountOf(String(body['access_token']));
}

/** An account with a role and a second factor whose session has the first one only. */
async function addUnprovenStaff(server: ProductApp, role: StaffRole): Promise<Account> {
  const account = await addStaff(server, role);
  await server.context.db.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`,
    [account.userId],
  );
  return account;
}

/** Adds the other actors to the people of the server, and blocks bruno as an administrator does. */
export async function createActors(server: ProductApp): Promise<Actors> {
  const newAccount = async () => accountOf((await signUp(server)).access_token);
  const accounts: Readonly<Record<Added, Account>> = {
    vera: await newAccount(),
    luis: await newAccount(),
    marta: await addUnprovenStaff(server, 'admin'),
    olga: await addStaff(server, 'office'),
    oscar: await addUnprovenStaff(server, 'office'),
    bruno: await newAccount(),
  };
  const ban = { method: 'PUT', body: { ban_duration: '24h' } };
  await sendAsAdmin(server, `/admin/users/${accounts.bruno.userId}`, ban);
  return {
    token: (actor) => (isAdded(actor) ? accounts[actor] : server.as(actor)).token,
    async request(actor, path, init) {
      if (actor === 'anon') return server.request(path, init);
      if (actor === 'service') return server.service(path, init);
      if (!isAdded(actor)) return server.as(actor).request(path, init);
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${accounts[actor].token}`);
      return server.request(path, { ...init, headers });
    },
    userId(actor) {
      if (isAdded(actor)) return accounts[actor].userId;
      return server.as(actor === 'anon' || actor === 'service' ? 'nora' : actor).userId;
    },
  };
}
