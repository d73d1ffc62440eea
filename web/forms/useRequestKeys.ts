import { useRef } from 'react';

/**
 * Keys by which the server recognises a repeated request. The same content gets the same key, so that a retry stores it once;
 * corrected content gets another one, for under the old key the server would drop it as a repetition.
 * @param newKey for example `newUuid`
 */
export function useRequestKeys<Key>(newKey: () => Key) {
  const keys = useRef(new Map<string, Key>());
  return {
    /** @param content a value that JSON can hold */
    keyOf: (content: unknown): Key => {
      const text = JSON.stringify(content);
      const key = keys.current.get(text) ?? newKey();
      keys.current.set(text, key);
      return key;
    },
    /** A request has arrived: the next one is new, even with the same content. */
    forget: () => keys.current.clear(),
  };
}

/** Sends content under its key, until it has arrived: a retry after a lost response has no second effect. */
export function useOnce<Key, Content extends readonly unknown[], Result>(
  newKey: () => Key,
  send: (key: Key, ...content: Content) => Promise<Result>,
): (...content: Content) => Promise<Result> {
  const { keyOf, forget } = useRequestKeys(newKey);
  return async (...content) => {
    const result = await send(keyOf(content), ...content);
    forget();
    return result;
  };
}
