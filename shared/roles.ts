/** The values of `app_metadata.role` that open the administration panel. `private.is_staff()` knows the same. */
export const staffRoles = ['admin', 'office'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Reads a role from `app_metadata`, which users cannot write. */
export function staffRoleOf(metadata: Readonly<Record<string, unknown>>): StaffRole | null {
  return staffRoles.find((role) => role === metadata['role']) ?? null;
}
