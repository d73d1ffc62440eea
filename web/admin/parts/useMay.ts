import { createContext, use } from 'react';
import type { StaffRole } from '../../../shared/roles.ts';
import { hasRight, type Right } from '../registry/rights.ts';

/** The role of the person who is signed in to the panel. */
export const RoleContext = createContext<StaffRole>('admin');

/** Whether the person who is signed in may do this, for buttons and fields that only some roles have. */
export function useMay(right: Right): boolean {
  return hasRight(use(RoleContext), right);
}
