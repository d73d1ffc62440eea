import { toDataError } from '../data/errors.ts';

/** The form field that an error code is about. A form without such a field shows the error as a whole. */
const fields: Readonly<Record<string, string>> = {
  current_password_invalid: 'currentPassword',
  weak_password: 'password',
  same_password: 'password',
  email_exists: 'email',
  email_address_invalid: 'email',
  driver_code_taken: 'driverCode',
  driver_not_found: 'driver',
  driver_linked: 'driver',
  last_admin: 'role',
  self_demote: 'role',
};

/** Undefined for an error that is about no field. */
export function fieldOfError(error: unknown): string | undefined {
  const { code } = toDataError(error);
  return Object.hasOwn(fields, code) ? fields[code] : undefined;
}
