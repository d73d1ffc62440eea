import { notifyManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toDataError } from './errors.ts';
import { personChanged } from './personal.ts';
import { afterPress } from '../util/press.ts';
import { retryDelay } from '../util/time/backoff.ts';

let client: QueryClient | undefined;

/** The one cache of the app. It belongs to the chunks that query, not to the passenger's first load. */
function sharedClient(): QueryClient {
  if (client) return client;
  const made = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => console.error('Data could not be loaded', queryKey, error),
    }),
    defaultOptions: {
      queries: {
        // Without a connection a query fails and shows that, instead of waiting silently.
        networkMode: 'always',
        staleTime: 60_000,
        retryDelay,
        retry: (failures, error) => toDataError(error).retryable && failures < 3,
      },
    },
  });
  // A row that moves under a finger would lose its press.
  notifyManager.setScheduler((draw) => setTimeout(() => afterPress(draw)));
  personChanged.listen(() => made.clear());
  client = made;
  return made;
}

/** Gives its children the shared cache, which is emptied at sign-out. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={sharedClient()}>{children}</QueryClientProvider>;
}
