import { useCallback } from 'react';
import { useLoad } from '../data/useLoad.ts';
import { useWhileShown } from '../util/useWhileShown.ts';

/**
 * The page that a secret opens. It loads again when the person comes back to it, who wants to know whether there is a reply,
 * and when the phone is online again. A failed reload leaves the page as it was, beside the error.
 * @param asked the load that began before the page rendered
 */
export function useSecretPage<Page>(
  secret: string,
  read: (secret: string) => Promise<Page | null>,
  asked: Promise<Page | null>,
) {
  const ask = useCallback(() => read(secret), [read, secret]);
  const page = useLoad(ask, asked);
  const { reload } = page;
  useWhileShown(
    (signal) => {
      const look = () => {
        if (document.visibilityState === 'visible') reload();
      };
      document.addEventListener('visibilitychange', look, { signal });
      window.addEventListener('online', look, { signal });
    },
    [reload],
  );
  return page;
}
