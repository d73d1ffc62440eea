import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { problemsOf, type Problem } from '../document/itemProblems.ts';
import { isUntouched } from '../document/untouched.ts';
import { useContent } from '../studio.ts';
import { ProblemsContext } from './EditorContext.ts';

export interface ItemProblemsProps {
  /** The key of an item that is in the document. */
  readonly item: string;
  readonly children: ReactNode;
}

/** A new item is checked from the first key on. */
const none: readonly Problem[] = [];

/** Checks the item after it was drawn, and draws its fields again only when the problems are others. */
export function ItemProblems({ item, children }: ItemProblemsProps) {
  const content = useDeferredValue(useContent());
  const found = useMemo(() => {
    const path = item.split('/');
    return isUntouched(content, path) ? none : problemsOf(content, path);
  }, [content, item]);
  const [problems, setProblems] = useState(found);
  if (JSON.stringify(found) !== JSON.stringify(problems)) setProblems(found);
  return <ProblemsContext value={problems}>{children}</ProblemsContext>;
}
