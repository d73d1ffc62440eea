import { useRef } from 'react';

interface Attempt<Ids> {
  /** The content as text. */
  readonly content: string;
  readonly ids: Ids;
}

/**
 * Sends under ids by which the server writes once. After a lost response the office sends again: the same content keeps
 * its ids until it succeeds, and the server writes nothing more. Changed content gets others.
 * @param makeIds for example `newUuid`
 */
export function useOnce<Ids, Content extends readonly unknown[], Result>(
  makeIds: () => Ids,
  send: (ids: Ids, ...content: Content) => Promise<Result>,
): (...content: Content) => Promise<Result> {
  const last = useRef<Attempt<Ids> | null>(null);
  return async (...content) => {
    const text = JSON.stringify(content);
    const attempt = last.current?.content === text ? last.current : { content: text, ids: makeIds() };
    last.current = attempt;
    const result = await send(attempt.ids, ...content);
    last.current = null;
    return result;
  };
}
