/** The values of `app_metadata.role` that open the administration panel. `private.is_staff()` knows the same. */
export const staffRoles = ['admin', 'office'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Reads a role from `app_metadata`, which users cannot write. */
export function staffRoleOf(metadata: Readonly<Record<string, unknown>>): StaffRole | null {
  return staffRoles.find((role) => role === metadata['role']) ?? null;
}

/** The roles of accounts, from the fewest rights to the most; accounts without one in `app_metadata` are `driver`. */
export const userRoles = ['driver', 'office', 'admin'] as const;
export type UserRole = (typeof userRoles)[number];

/** Whether a change of role gives rights that the account did not have, which closes every earlier way into it. */
export function isPromotion(from: UserRole, to: UserRole): boolean {
  return userRoles.indexOf(to) > userRoles.indexOf(from);
}
