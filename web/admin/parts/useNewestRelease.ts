import { useQuery } from '@tanstack/react-query';
import { useRelease } from '../../content/ContentProvider.tsx';
import { askForRelease, waitingRelease } from '../../content/releaseUpdates.ts';
import { adminKey } from './useChange.ts';

/**
 * Shows the newest release as soon as it is there, so that the panel has the company's present name. No passenger touches the
 * panel: unlike a device, it waits for nobody.
 */
export function useNewestRelease(): void {
  const { release, replace } = useRelease();
  useQuery({
    queryKey: [adminKey, 'newest-release'],
    queryFn: async () => {
      await askForRelease(release);
      const next = waitingRelease.get();
      if (next) replace(next);
      return next?.id ?? release.id;
    },
  });
}
