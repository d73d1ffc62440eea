import { useSyncExternalStore } from 'react';

/** How a list is shown: cards below 768 px, a table with fewer columns up to 1024 px, the whole table above. */
export type Breakpoint = 'cards' | 'table' | 'wide';

const tableWidth = '(min-width: 48rem)';
const wholeTableWidth = '(min-width: 64rem)';

function subscribe(onChange: () => void): () => void {
  const queries = [tableWidth, wholeTableWidth].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

function measure(): Breakpoint {
  if (window.matchMedia(wholeTableWidth).matches) return 'wide';
  return window.matchMedia(tableWidth).matches ? 'table' : 'cards';
}

export function useBreakpoint(): Breakpoint {
  return useSyncExternalStore(subscribe, measure);
}
