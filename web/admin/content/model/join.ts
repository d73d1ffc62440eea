import type { ContentPath } from '../../../../shared/content/changes.ts';
import { contentShape, type Content } from '../../../../shared/content/content.ts';
import {
  fieldsOf,
  isObject,
  type JsonObject,
  type ListShape,
  type Shape,
} from '../../../../shared/content/shape.ts';
import { isSame, readsSame } from './same.ts';
import { keyOf, readAt, writeAt } from './tree.ts';

/** Two documents that began as the same one, field by field. */
export interface Joined {
  /** Has the changes of both. A disputed field is theirs. */
  readonly content: Content;
  /** The fields that both have changed, each in another way. */
  readonly disputed: readonly ContentPath[];
}

export type Side = 'mine' | 'theirs';

type Dispute = (path: ContentPath) => void;

/** The items of a list with ids, in my order if I changed it, else in theirs. */
function joinItems(
  lists: readonly (readonly JsonObject[])[],
  { of, key = '' }: ListShape,
  path: ContentPath,
  dispute: Dispute,
): readonly unknown[] {
  const [before, mine, theirs] = lists.map((list) => new Map(list.map((item) => [String(item[key]), item])));
  const common = (list: ReadonlyMap<string, unknown>) =>
    [...list.keys()].filter((id) => before!.has(id) && mine!.has(id));
  const [first, second] = isSame(common(before!), common(mine!)) ? [theirs, mine] : [mine, theirs];
  const ids = new Set([...first!.keys(), ...second!.keys()]);
  return [...ids].flatMap(
    (id) => joinValues(before!.get(id), mine!.get(id), theirs!.get(id), of, [...path, id], dispute) ?? [],
  );
}

function joinValues(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  shape: Shape,
  path: ContentPath,
  dispute: Dispute,
): unknown {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs;
  if (isSame(theirs, base)) return mine;
  const all = [base, mine, theirs];
  if (shape.kind === 'list' && shape.key !== undefined && all.every(Array.isArray))
    return joinItems(all as JsonObject[][], shape, path, dispute);
  const hasFields = shape.kind !== 'words' && isObject(mine) && isObject(theirs);
  if (hasFields && mine['kind'] === theirs['kind']) {
    const before = isObject(base) ? base : {};
    const joined = Object.entries(fieldsOf(shape, mine) ?? {}).map(([name, field]) => [
      name,
      joinValues(before[name], mine[name], theirs[name], field, [...path, name], dispute),
    ]);
    return Object.fromEntries(joined.filter(([, value]) => value !== undefined)) as unknown;
  }
  if (!readsSame(mine, theirs)) dispute(path);
  return theirs ?? mine;
}

/**
 * Joins my changes with theirs. Texts with their translations, and lists whose items have no ids, are compared as a whole.
 * @param base the document that both began with
 */
export function join(base: Content, mine: Content, theirs: Content): Joined {
  const disputed: ContentPath[] = [];
  const content = joinValues(base, mine, theirs, contentShape, [], (path) => disputed.push(path)) as Content;
  return { content, disputed };
}

/** The joined document with the chosen side of each disputed field. */
export function settle(
  { content, disputed }: Joined,
  sides: Readonly<Record<Side, Content>>,
  choose: (key: string) => Side,
): Content {
  return disputed.reduce(
    (settled, path) => writeAt(settled, path, readAt(sides[choose(keyOf(path))], path)),
    content,
  );
}
