import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchChanges } from '../../data/changes.ts';
import { adminKey } from './useChange.ts';

/** The lists of the panel load again when somebody else changes drivers, or which user has which driver. */
export function useLiveLists(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      watchChanges([{ table: 'drivers' }, { table: 'user_drivers' }], () =>
        queryClient.invalidateQueries({ queryKey: [adminKey] }),
      ),
    [queryClient],
  );
}
