import { useRef } from 'react';

/**
 * Keys by which the server recognises a repeated request. The same content gets the same key, so that a retry stores it once;
 * corrected content gets another one, for under the old key the server would drop it as a repetition.
 */
export function useRequestKeys(newKey: () => string) {
  const keys = useRef(new Map<string, string>());
  return {
    /** @param content a value that JSON can hold */
    keyOf: (content: unknown): string => {
      const text = JSON.stringify(content);
      const key = keys.current.get(text) ?? newKey();
      keys.current.set(text, key);
      return key;
    },
    /** A request has arrived: the next one is new, even with the same content. */
    forget: () => keys.current.clear(),
  };
}
