import type { Content } from '../../../../shared/content/content.ts';
import { findProblems, type ContentProblem } from '../../../../shared/content/problems.ts';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import { keyOf, readAt, withIds, writeAt } from './tree.ts';

/** A problem, with the ids of items in its path. */
export interface Problem extends ContentProblem {
  readonly key: string;
}

/** Replaces the indexes in the paths of problems by ids, so that they survive a reorder. */
export function withKeys(content: Content, problems: readonly ContentProblem[]): readonly Problem[] {
  return problems.map((problem) => {
    const path = withIds(content, problem.path);
    return { ...problem, path, key: keyOf(path) };
  });
}

/** The lists that others refer to. */
const referred = ['cities', 'categories', 'pictures'];

/**
 * The problems of one item. Quick enough for every key that is pressed: the check sees the document without the other
 * items of long lists.
 */
export function problemsOf(content: Content, path: ContentPath): readonly Problem[] {
  const others = (['tours', 'places', 'routes', 'claims'] as const).filter((name) => name !== path[0]);
  const around = others.reduce((rest, name) => writeAt(rest, [name], []), content);
  const list = path.slice(0, -1);
  const isItem = path.length > 1 && !referred.includes(String(path[0]));
  const alone = isItem
    ? writeAt(
        around,
        list,
        [readAt(content, path)].filter((each) => each !== undefined),
      )
    : around;
  const beginning = `${keyOf(path)}/`;
  return withKeys(alone, findProblems(alone)).filter(({ key }) => key.startsWith(beginning));
}
