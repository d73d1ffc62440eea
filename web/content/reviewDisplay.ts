import { useCompany } from './ContentProvider.tsx';

/** Whether the company has chosen the fair display of ratings in place of the specified one. */
export function useIsFair(): boolean {
  return useCompany().reviewDisplay === 'fair';
}
