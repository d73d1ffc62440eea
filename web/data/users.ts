import type { DriverOption } from './adminDrivers.ts';
import { callFunction } from './client.ts';
import type { Page } from './page.ts';

export type UserRole = 'admin' | 'driver';

/** An account, as `functions/v1/admin-users` describes it. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly role: UserRole;
  /** Signed out everywhere, and cannot sign in. */
  readonly blocked: boolean;
  /** ISO 8601. */
  readonly created_at: string;
  readonly last_sign_in_at: string | null;
  readonly driver: DriverOption | null;
}

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly driver_id?: string;
}

/** What is left out stays as it is; `driver_id: null` takes the driver away. */
export interface AccountChanges {
  readonly email?: string;
  readonly password?: string;
  readonly role?: UserRole;
  readonly blocked?: boolean;
  readonly driver_id?: string | null;
}

export const accountsPerPage = 25;

interface AccountsAnswer {
  readonly users: readonly Account[];
  readonly total: number;
}

/**
 * One page of the accounts whose e-mail matches, newest first.
 * @param page from 1
 * @throws DataError `not_admin`
 */
export async function listAccounts(
  search: string,
  page: number,
  signal: AbortSignal,
): Promise<Page<Account>> {
  const query = new URLSearchParams({ page: String(page), per_page: String(accountsPerPage) });
  if (search) query.set('search', search.replace(/\p{Control}/gu, ' '));
  const { users, total } = await callFunction<AccountsAnswer>(`admin-users?${query}`, {
    method: 'GET',
    signal,
  });
  const pages = Math.max(1, Math.ceil(total / accountsPerPage));
  return page > pages ? listAccounts(search, pages, signal) : { rows: users, page, total };
}

/** @throws DataError `email_exists`, `weak_password`, `validation_failed`, `driver_not_found` */
export function createAccount(account: NewAccount): Promise<Account> {
  return callFunction('admin-users', { body: account });
}

/** @throws DataError as `createAccount`, and `self_demote`, `self_block`, `user_not_found` */
export function updateAccount(id: string, changes: AccountChanges): Promise<Account> {
  return callFunction(`admin-users/${id}`, { method: 'PATCH', body: changes });
}

/**
 * @param everything with the driver record, the photos, and whatever else is held about the person; ratings stay
 * @throws DataError `self_delete`, `user_not_found`
 */
export async function deleteAccount(id: string, everything: boolean): Promise<void> {
  await callFunction(`admin-users/${id}${everything ? '?everything=true' : ''}`, { method: 'DELETE' });
}
