import type { Content } from '../../../../shared/content/content.ts';
import { findProblems, type ContentProblem } from '../../../../shared/content/problems.ts';
import { keyOf, withIds } from './tree.ts';

/** A problem, with the ids of items in its path instead of their indexes: it survives a reorder. */
export interface Problem extends ContentProblem {
  readonly key: string;
}

/** The problems that prevent a publication. */
export function problemsOf(content: Content): readonly Problem[] {
  return findProblems(content).map((problem) => {
    const path = withIds(content, problem.path);
    return { ...problem, path, key: keyOf(path) };
  });
}
