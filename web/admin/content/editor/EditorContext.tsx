import { createContext, use, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { Shape } from '../../../../shared/content/shape.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { useFormat } from '../../parts/useFormat.ts';
import { problemsOf, type Problem } from '../model/itemProblems.ts';
import { keyOf, readAt, writeAt } from '../model/tree.ts';
import { useSelected, useStudio, useDraftContent } from '../studio.ts';

/** The problems of the item that is open. */
export const ProblemsContext = createContext<readonly Problem[]>([]);

/** A part of the document, and how to replace it. */
interface ContentBinding<Value> {
  readonly value: Value;
  /** Undefined removes an optional part. */
  readonly write: (value: Value | undefined) => void;
  /** The problem of the part, in words. */
  readonly error: string | undefined;
  /** The path as text, by which the studio moves the focus. */
  readonly key: string;
}

/** The problem of a part of the open item, in words. */
export function useError(path: ContentPath, shape: Shape): string | undefined {
  const describe = useDescribeProblem();
  const key = keyOf(path);
  const problem = use(ProblemsContext).find((each) => each.key === key);
  return problem && describe(problem, shape);
}

/** Binds a field to the part of the draft at a path. */
export function useField<Value>(path: ContentPath, shape: Shape): ContentBinding<Value> {
  const { edit } = useStudio();
  const value = useSelected((content) => readAt(content, path)) as Value;
  return {
    key: keyOf(path),
    value,
    write: (next) => edit((content) => writeAt(content, path, next)),
    error: useError(path, shape),
  };
}

/** Words for problems. The shape names the format that a text must have. */
export function useDescribeProblem(): (problem: Pick<Problem, 'code' | 'limit'>, shape?: Shape) => string {
  const t = useNamespace('studio');
  const { count } = useFormat();
  return ({ code, limit }, shape) => {
    if (code === 'wrong_format' && shape?.kind === 'text' && shape.format) return t.formats[shape.format];
    if (code === 'wrong_number' && shape?.kind === 'text' && shape.number) return t.numbers[shape.number];
    const words = t.problems[code];
    return typeof words === 'string' ? words : words(count(limit ?? 0));
  };
}

interface ItemProblemsProps {
  /** The key of an item that is in the document. */
  readonly item: string;
  readonly children: ReactNode;
}

/** The problems of a new item: it is checked from the first key on. */
const none: readonly Problem[] = [];

/** Checks the item after it was drawn, and draws its fields again only when the problems are others. */
export function ItemProblems({ item, children }: ItemProblemsProps) {
  const { isBlank } = useStudio();
  const content = useDeferredValue(useDraftContent());
  const found = useMemo(() => {
    const path = item.split('/');
    return isBlank(path) ? none : problemsOf(content, path);
  }, [content, item, isBlank]);
  const [problems, setProblems] = useState(found);
  if (JSON.stringify(found) !== JSON.stringify(problems)) setProblems(found);
  return <ProblemsContext value={problems}>{children}</ProblemsContext>;
}
