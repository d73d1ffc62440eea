import type { DriverColumn } from '../../../shared/records/driver.ts';
import { getDatabase } from '../database.ts';
import type { Driver } from './drivers.ts';
import { unwrap } from '../errors.ts';
import type { FunctionRow, Known } from '../rows.ts';

/** A driver to invite; the plate of a vehicle, or, in a company without vehicles, of the driver. Empty text for none. */
export type NewDriver = Readonly<Record<DriverColumn, string>>;

/** A link of one use. The token is in no later response. */
export type MadeInvitation = Known<FunctionRow<'invite_drivers'>, { readonly contact: string | null }>;

/**
 * Creates the records of drivers with an invitation each, all or none.
 * @throws DataError `driver_code_taken` and `vehicle_not_found`, with the codes or plates in `details`, one a line
 */
export async function inviteDrivers(drivers: readonly NewDriver[]): Promise<readonly MadeInvitation[]> {
  return unwrap(await getDatabase().rpc('invite_drivers', { drivers: drivers.map((each) => ({ ...each })) }));
}

/** A driver to invite, or, with `id` and `version`, to change. */
export type ImportedDriver = NewDriver & Partial<Pick<Driver, 'id' | 'version'>>;

/**
 * Changes drivers and invites new ones, all or none.
 * @returns the invitations
 * @throws DataError `edit_conflict` and `vehicle_not_found`, with the places of the drivers in `details`
 */
export async function importDrivers(drivers: readonly ImportedDriver[]): Promise<readonly MadeInvitation[]> {
  return unwrap(await getDatabase().rpc('import_drivers', { drivers: drivers.map((each) => ({ ...each })) }));
}

/** Makes a new link for a driver without an account; the one before ends. @throws DataError `driver_not_invited` */
export async function renewInvitation({
  id,
  name,
  contact,
}: Pick<Driver, 'id' | 'name' | 'contact'>): Promise<MadeInvitation> {
  const made = unwrap(await getDatabase().rpc('renew_invitation', { driver: id }).single());
  return { driver_id: id, name, contact, ...made };
}

/** Ends the open link of a driver. */
export async function withdrawInvitation(driverId: string): Promise<void> {
  unwrap(await getDatabase().rpc('withdraw_invitation', { driver: driverId }));
}

/** The next free driver code. */
export async function nextDriverCode(): Promise<string> {
  return unwrap(await getDatabase().rpc('next_driver_code'));
}
