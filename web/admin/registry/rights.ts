import type { StaffRole } from '../../../shared/roles.ts';

/**
 * The parts of the panel that some roles do not have. The database enforces the same (docs/security.md); here they are
 * only left out.
 */
const rights = {
  users: ['admin'],
  auditLog: ['admin'],
  delete: ['admin'],
  publish: ['admin'],
  serviceRules: ['admin'],
  rightsDesk: ['admin'],
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>;

export type Right = keyof typeof rights;

/** Whether the panel offers this to a role. */
export function hasRight(role: StaffRole, right: Right): boolean {
  return (rights[right] as readonly StaffRole[]).includes(role);
}
