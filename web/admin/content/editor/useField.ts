import { use } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { Shape } from '../../../../shared/content/shape.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { useFormat } from '../../parts/useFormat.ts';
import type { Problem } from '../model/problems.ts';
import { keyOf, readAt, writeAt } from '../model/tree.ts';
import { Problems, useSelected, useStudio } from '../studio.ts';

export interface ShapeFieldProps<Of extends Shape = Shape> {
  readonly path: ContentPath;
  readonly shape: Of;
  readonly name: string;
}

/** The problem of a part of the document, in words. */
export function useError(path: ContentPath, shape: Shape): string | undefined {
  return useErrorOf()(path, shape);
}

/** The same for any of several parts. */
export function useErrorOf(): (path: ContentPath, shape: Shape) => string | undefined {
  const describe = useDescribeProblem();
  const problems = use(Problems);
  return (path, shape) => {
    const problem = problems.find(({ key }) => key === keyOf(path));
    return problem && describe(problem, shape);
  };
}

/** A part of the draft, how to replace it, and its problem in words. */
export function useField<Value>(path: ContentPath, shape: Shape) {
  const { edit } = useStudio();
  const value = useSelected((content) => readAt(content, path)) as Value;
  return {
    /** The path as text, by which the studio moves the focus. */
    key: keyOf(path),
    value,
    /** Undefined removes an optional part. */
    write: (next: Value | undefined) => edit((content) => writeAt(content, path, next)),
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
