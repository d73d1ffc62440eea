import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { signUp } from '../../backend/testing/auth/auth.ts';
import type { ProductApp } from './app.ts';

/** A request with a JSON body, whose response has the rows that it wrote. */
export function json(method: string, body: unknown): RequestInit {
  const headers = { 'content-type': 'application/json', prefer: 'return=representation' };
  return { method, headers, body: JSON.stringify(body) };
}

/** A text that nobody else of the test has, fit for a plate and a driver code. */
export const mark = (): string => randomUUID().slice(0, 8).toUpperCase();

export interface DriverRow {
  readonly id: string;
  readonly driver_code: string;
  readonly license_plate: string;
  readonly contact: string;
  readonly verification_code: string;
  readonly state: 'invited' | 'waiting' | 'active' | 'left';
  readonly approved: boolean;
  readonly approved_at: string | null;
  readonly approved_by: string | null;
}

/** A person whom the tests sign in as. */
export interface Registered {
  readonly userId: string;
  readonly token: string;
  request(path: string, init?: RequestInit): Promise<Response>;
}

/** A person with the session of a sign-in. */
export function withSession(server: ProductApp, userId: string, token: string): Registered {
  return {
    userId,
    token,
    request(path, init) {
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${token}`);
      return server.request(path, { ...init, headers });
    },
  };
}

/** An account that anybody may make, without a driver record. */
export async function register(server: ProductApp): Promise<Registered> {
  const { access_token: token, user } = await signUp(server);
  return withSession(server, user.id, token);
}

/** Writes the account's driver record and links the two, as the app does at the end of a registration. */
export async function addDriver(
  { userId, request }: Registered,
  fields: Partial<Record<'name' | 'license_plate' | 'driver_code' | 'contact', string>> = {},
): Promise<DriverRow> {
  const driver = { name: 'Mallory', license_plate: mark(), driver_code: mark(), ...fields };
  const written = await request('/rest/v1/drivers', json('POST', { ...driver, created_by: userId }));
  expect(written.status).toBe(201);
  const [row] = (await written.json()) as [DriverRow];
  const link = { user_id: userId, driver_id: row.id };
  expect((await request('/rest/v1/user_drivers', json('POST', link))).status).toBe(201);
  return row;
}

/** A stranger who has registered as a driver a moment ago. */
export async function registerDriver(
  server: ProductApp,
  fields: Parameters<typeof addDriver>[1] = {},
): Promise<Registered & { readonly driver: DriverRow }> {
  const account = await register(server);
  return { ...account, driver: await addDriver(account, fields) };
}

/** Approves a driver, or takes the approval back, as an administrator does in the panel. */
export function setApproval(server: ProductApp, driverId: string, approved: boolean): Promise<Response> {
  return server.as('carla').request(`/rest/v1/drivers?id=eq.${driverId}`, json('PATCH', { approved }));
}

/** A driver as administrators see it. */
export async function driverRow(server: ProductApp, driverId: string): Promise<DriverRow> {
  const response = await server.as('carla').request(`/rest/v1/drivers?id=eq.${driverId}`);
  const [row] = (await response.json()) as [DriverRow];
  return row;
}
