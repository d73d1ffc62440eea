import { roles, type Role } from '../_shared/authorize.ts';
import { httpError, invalid } from '../_shared/errors.ts';
import { readObject } from '../_shared/http.ts';
import { passwordOf } from '../_shared/passwords.ts';

/** The fields of an account in a request; absent fields stay as they are. */
export interface AccountInput {
  readonly email?: string;
  readonly password?: string;
  readonly role?: Role;
  /** A blocked account is signed out everywhere and cannot sign in. */
  readonly blocked?: boolean;
  /** null removes the driver. */
  readonly driverId?: string | null;
}

const maxEmailLength = 255;
/** Our auth/v1 applies its whole policy; a hosted project has no rules for the passwords of new accounts. */
const minPasswordLength = 8;
const defaultPerPage = 50;
const maxPerPage = 200;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controlCharacters = /[\0-\x1f\x7f]/;

function emailOf(value: unknown): string {
  const email = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const isAddress = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email) && !controlCharacters.test(email);
  if (!isAddress || email.length > maxEmailLength || !email.isWellFormed()) throw invalid('email');
  return email;
}

function newPasswordOf(value: unknown): string {
  const password = passwordOf(value);
  if ([...password].length < minPasswordLength) throw httpError('weak_password');
  return password;
}

function roleOf(value: unknown): Role {
  const role = roles.find((each) => each === value);
  if (role === undefined) throw invalid('role');
  return role;
}

function truthOf(value: unknown, field: string): boolean {
  if (typeof value !== 'boolean') throw invalid(field);
  return value;
}

/** @throws HttpError validation_failed */
export function uuidOf(value: unknown, field: string): string {
  if (typeof value !== 'string' || !uuidPattern.test(value)) throw invalid(field);
  return value.toLowerCase();
}

/**
 * Reads an account from a JSON body; fields it does not know are ignored.
 * @throws HttpError bad_json, validation_failed, weak_password, request_entity_too_large
 */
export async function readAccount(request: Request): Promise<AccountInput> {
  const { email, password, role, driver_id: driver, blocked } = await readObject(request);
  return {
    ...(email !== undefined && { email: emailOf(email) }),
    ...(password !== undefined && { password: newPasswordOf(password) }),
    ...(role !== undefined && { role: roleOf(role) }),
    ...(blocked !== undefined && { blocked: truthOf(blocked, 'blocked') }),
    ...(driver !== undefined && { driverId: driver === null ? null : uuidOf(driver, 'driver_id') }),
  };
}

function numberOf(text: string | null, fallback: number, field: string): number {
  if (text === null || text === '') return fallback;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw invalid(field);
  return Number(text);
}

/** The orders of the accounts, as auth/v1 names them; newest first is its own. */
const orders: Readonly<Record<string, string>> = { created_at: 'created_at asc' };

/** Reads `?page`, `?per_page` (at most 200), `?search`, `?sort` and `?role`. @throws HttpError validation_failed */
export function readPage(query: URLSearchParams) {
  const search = query.get('search')?.trim() ?? '';
  if (search.length > maxEmailLength || controlCharacters.test(search)) throw invalid('search');
  return {
    page: numberOf(query.get('page'), 1, 'page'),
    perPage: Math.min(numberOf(query.get('per_page'), defaultPerPage, 'per_page'), maxPerPage),
    search,
    sort: orders[query.get('sort') ?? ''] ?? '',
    role: query.has('role') ? roleOf(query.get('role')) : undefined,
  };
}

export type PageInput = ReturnType<typeof readPage>;
