import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import type { StaffRole } from '../../shared/roles.ts';
import { address, secretKey } from './settings.ts';

/** A person whom a journey signs in as. Every journey makes its own people, so journeys do not disturb each other. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

export interface DriverAccount extends Account {
  readonly driverId: string;
  readonly name: string;
  /** As stored: capital letters and digits. */
  readonly plate: string;
  readonly code: string;
}

async function call<Answer>(method: string, path: string, body?: unknown, server = address): Promise<Answer> {
  const response = await fetch(server + path, {
    method,
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** A mark that no other journey uses, in capital letters and digits. */
export function mark(): string {
  return Array.from({ length: 6 }, () => randomInt(36).toString(36))
    .join('')
    .toUpperCase();
}

export const password = 'una clave muy larga';

/** An account with a confirmed address, without a driver record; `server` is where, if not on the one of all journeys. */
export async function createAccount(role?: StaffRole, server?: string): Promise<Account> {
  const email = `${mark().toLowerCase()}@example.com`;
  const body = { email, password, email_confirm: true, app_metadata: role ? { role } : {} };
  const { id } = await call<{ id: string }>('POST', '/auth/v1/admin/users', body, server);
  return { id, email, password };
}

/** A driver who has registered: account, record and link. */
export async function createDriver(name = 'Diego Fuentes Rojas', server?: string): Promise<DriverAccount> {
  const account = await createAccount(undefined, server);
  const [plate, code] = [mark(), `C-${mark()}`];
  const fields = {
    name,
    license_plate: plate,
    driver_code: code,
    contact: '+56912345678',
    created_by: account.id,
  };
  const [driver] = await call<{ id: string }[]>('POST', '/rest/v1/drivers', fields, server);
  if (!driver) throw new Error('the driver was not written');
  await call('POST', '/rest/v1/user_drivers', { user_id: account.id, driver_id: driver.id }, server);
  return { ...account, driverId: driver.id, name, plate, code };
}

/** Rows of a table, read with full rights. */
export function rows<Row>(table: string, query: string, server?: string): Promise<Row[]> {
  return call<Row[]>('GET', `/rest/v1/${table}?${query}`, undefined, server);
}

/** Writes rows with full rights and gives them back. */
export function write<Row>(
  table: string,
  fields: object | readonly object[],
  server?: string,
): Promise<Row[]> {
  return call<Row[]>('POST', `/rest/v1/${table}`, fields, server);
}

/** Changes rows of a table with full rights. */
export function patch(table: string, query: string, fields: object, server?: string): Promise<unknown> {
  return call('PATCH', `/rest/v1/${table}?${query}`, fields, server);
}

/** Deletes rows of a table with full rights. */
export function remove(table: string, query: string, server?: string): Promise<unknown> {
  return call('DELETE', `/rest/v1/${table}?${query}`, undefined, server);
}

/** A photo as a phone takes it, 800×600. */
export function photo(): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 600, channels: 3, background: '#C26A34' } })
    .jpeg()
    .toBuffer();
}

/** Stores a photo with full rights. @param path bucket and name */
export async function uploadPhoto(path: string, server = address): Promise<void> {
  const response = await fetch(`${server}/storage/v1/object/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, apikey: secretKey, 'content-type': 'image/jpeg' },
    body: new Uint8Array(await photo()),
  });
  if (!response.ok) throw new Error(`the photo was refused: ${await response.text()}`);
}

/** A driver with a photo. */
export async function driverWithPhoto(server = address): Promise<DriverAccount> {
  const driver = await createDriver(undefined, server);
  const path = `imagenes/profile-photos/${driver.id}-1.jpg`;
  await uploadPhoto(path, server);
  const url = `${server}/storage/v1/object/public/${path}`;
  await patch('drivers', `id=eq.${driver.driverId}`, { photo_url: url }, server);
  return driver;
}
