import { recordAct } from '../_shared/acts.ts';
import { isAdministrator } from '../_shared/authorize.ts';
import type { AuthUser, Backend } from '../_shared/backend.ts';
import { driversOf, linkDriver, requireDriver, type LinkedDriver } from './drivers.ts';
import { refuse } from '../_shared/errors.ts';
import { newPassword } from '../_shared/passwords.ts';
import { forgetPerson } from '../_shared/people.ts';
import type { AccountInput, PageInput, Role } from './input.ts';

/** As upstream's dashboard does: a hundred years. */
const forEver = '876000h';

/** An account as the panel shows it. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly blocked: boolean;
  readonly created_at: string;
  readonly last_sign_in_at: string | null;
  readonly driver: LinkedDriver | null;
  /** Generated for somebody who was promoted just now; shown once. */
  readonly new_password?: string;
}

function account(user: AuthUser, driver: LinkedDriver | undefined): Account {
  return {
    id: user.id,
    email: user.email ?? '',
    role: isAdministrator(user) ? 'admin' : 'driver',
    blocked: user.banned_until !== undefined && Date.parse(user.banned_until) > Date.now(),
    created_at: user.created_at,
    last_sign_in_at: user.last_sign_in_at ?? null,
    driver: driver ?? null,
  };
}

async function withDriver(backend: Backend, user: AuthUser): Promise<Account> {
  return account(user, (await driversOf(backend, [user.id])).get(user.id));
}

/** One page of the accounts, newest first, and how many there are in all. */
export async function listUsers(
  backend: Backend,
  { page, perPage, search }: PageInput,
): Promise<{ readonly users: readonly Account[]; readonly total: number }> {
  const query = new URLSearchParams({ page: `${page}`, per_page: `${perPage}`, filter: search });
  const answer = await backend.auth(`/users?${query}`);
  const { users } = (await answer.json()) as { users: readonly AuthUser[] };
  const ids = users.map(({ id }) => id);
  const drivers = await driversOf(backend, ids);
  return {
    users: users.map((user) => account(user, drivers.get(user.id))),
    total: Number(answer.headers.get('x-total-count') ?? users.length),
  };
}

/**
 * Creates an account that can sign in at once. A driver goes along as `initial_driver_id`: a trigger of the database
 * links the two in the transaction that makes the account, so either both exist or neither.
 * @throws Refusal validation_failed, driver_not_found, and what auth/v1 refuses (email_exists, weak_password)
 */
export async function createUser(backend: Backend, input: AccountInput): Promise<Account> {
  const { email, password, role, driverId } = input;
  if (email === undefined || password === undefined)
    throw refuse('validation_failed', '“email” and “password” are required.');
  if (driverId) await requireDriver(backend, driverId);
  const metadata = {
    ...(role === 'admin' && { role }),
    ...(driverId && { initial_driver_id: driverId }),
  };
  const answer = await backend.auth('/users', {
    method: 'POST',
    body: { email, password, email_confirm: true, app_metadata: metadata },
  });
  const user = (await answer.json()) as AuthUser;
  await recordAct(backend, 'user_signedup', user.id);
  return withDriver(backend, user);
}

async function isAdministratorAlready(backend: Backend, id: string): Promise<boolean> {
  const answer = await backend.auth(`/users/${id}`);
  return isAdministrator((await answer.json()) as AuthUser);
}

/**
 * Changes an account. The account itself is changed first, as that is what can be refused; the driver was looked up
 * before.
 * @throws Refusal self_demote, self_block, last_admin, driver_not_found, user_not_found, and what auth/v1 refuses
 */
export async function updateUser(
  backend: Backend,
  administrator: AuthUser,
  id: string,
  { email, password, role, driverId, blocked }: AccountInput,
): Promise<Account> {
  // The database keeps the last administrator (`private.keep_last_administrator`), whatever other servers do meanwhile.
  if (role === 'driver' && id === administrator.id) throw refuse('self_demote');
  if (blocked === true && id === administrator.id) throw refuse('self_block');
  if (driverId) await requireDriver(backend, driverId);
  // Anybody may have registered the address: a promotion always comes with a new password. The database closes every
  // other way in (`private.close_promoted_account`).
  const promoted = role === 'admin' && !(await isAdministratorAlready(backend, id));
  const secret = password ?? (promoted ? newPassword() : undefined);
  const changes = {
    ...(email !== undefined && { email }),
    ...((email !== undefined || promoted) && { email_confirm: true }),
    ...(secret !== undefined && { password: secret }),
    ...(blocked !== undefined && { ban_duration: blocked ? forEver : 'none' }),
    // null deletes the key.
    ...(role !== undefined && { app_metadata: { role: role === 'admin' ? role : null } }),
  };
  const changed = Object.keys(changes);
  const answer = await backend.auth(
    `/users/${id}`,
    changed.length > 0 ? { method: 'PUT', body: changes } : {},
  );
  if (changed.length > 0) await recordAct(backend, 'user_modified', id, changed);
  if (driverId !== undefined) await linkDriver(backend, id, driverId);
  const saved = await withDriver(backend, (await answer.json()) as AuthUser);
  return secret === undefined || secret === password ? saved : { ...saved, new_password: secret };
}

/**
 * Deletes an account and its sessions. The driver's record and its reviews stay; with `everything`, the reviews only.
 * @throws Refusal self_delete, last_admin, user_not_found
 */
export async function deleteUser(
  backend: Backend,
  administrator: AuthUser,
  id: string,
  everything: boolean,
): Promise<void> {
  if (id === administrator.id) throw refuse('self_delete');
  if (everything) return forgetPerson(backend, id);
  await backend.auth(`/users/${id}`, { method: 'DELETE' });
  await recordAct(backend, 'user_deleted', id);
  return undefined;
}
