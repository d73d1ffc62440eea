import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toDataError } from './errors.ts';
import { onForget } from './personal.ts';
import { retryDelay } from '../util/retry.ts';

/** The one cache of the app. It is part of the chunks that query, not of the passenger's first load. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      retryDelay,
      retry: (failures, error) => toDataError(error).retryable && failures < 3,
    },
  },
});
onForget(() => client.clear());

/** Whatever uses react-query stands inside. All of them share one cache, which is emptied at sign-out. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
