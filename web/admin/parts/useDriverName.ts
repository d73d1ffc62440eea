import { useQuery } from '@tanstack/react-query';
import { readDriverName } from '../../data/fleet/shiftRecords.ts';
import { adminKey } from './useChange.ts';

/** The name of the driver to whom a list is narrowed; `…` until it is there, and for a driver whose record is gone. */
export function useDriverName(driver: string): string {
  const { data } = useQuery({
    queryKey: [adminKey, 'driver-name', driver],
    queryFn: ({ signal }) => readDriverName(driver, signal),
    enabled: driver !== '',
  });
  return data ?? '…';
}
