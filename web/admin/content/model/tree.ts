import type { ContentPath } from '../../../../shared/content/changes.ts';
import { contentShape } from '../../../../shared/content/content.ts';
import { fieldsOf, isObject, type Shape } from '../../../../shared/content/shape.ts';

function indexIn(list: readonly unknown[], step: string | number): number {
  if (typeof step === 'number') return step;
  return list.findIndex((item) => isObject(item) && item['id'] === step);
}

function childOf(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return value[indexIn(value, step)] as unknown;
  return isObject(value) ? value[step] : undefined;
}

/** The part of a document at a path of field names, ids and indexes; undefined where there is none. */
export function readAt(value: unknown, path: ContentPath): unknown {
  return path.reduce(childOf, value);
}

/**
 * A copy of the document with another part; everything beside the path stays the same object.
 * @param next undefined removes a field, or an item of a list
 */
export function writeAt<Value>(value: Value, path: ContentPath, next: unknown): Value {
  const [step, ...rest] = path;
  if (step === undefined) return next as Value;
  const changed = writeAt(childOf(value, step), rest, next);
  if (Array.isArray(value)) {
    const index = indexIn(value, step);
    const replacement = changed === undefined ? [] : [changed];
    return (index < 0 ? value : value.toSpliced(index, 1, ...replacement)) as Value;
  }
  if (changed !== undefined) return { ...value, [step]: changed };
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => name !== step)) as Value;
}

/** The shape of the part at a path; undefined for a path that no document has. */
export function shapeAt(content: unknown, path: ContentPath): Shape | undefined {
  let shape: Shape | undefined = contentShape;
  let value = content;
  for (const step of path) {
    if (shape?.kind === 'list') shape = shape.of;
    else shape = shape && isObject(value) ? fieldsOf(shape, value)?.[step] : undefined;
    value = childOf(value, step);
  }
  return shape;
}

/** A value without parts of its own, with its shape. The words of a text in all languages are one. */
export interface Leaf {
  readonly value: unknown;
  readonly shape: Shape;
}

/** The values of which a part of the document consists, in its order; those that are absent are left out. */
export function leavesIn(value: unknown, shape: Shape): readonly Leaf[] {
  if (value === undefined) return [];
  if (Array.isArray(value))
    return shape.kind === 'list' ? value.flatMap((item) => leavesIn(item, shape.of)) : [];
  if (shape.kind === 'words' || !isObject(value)) return [{ value, shape }];
  return Object.entries(fieldsOf(shape, value) ?? {}).flatMap(([name, field]) =>
    leavesIn(value[name], field),
  );
}

/** The path of a problem, which has the indexes of items, with their ids instead. */
export function withIds(content: unknown, path: ContentPath): ContentPath {
  let value = content;
  return path.map((step) => {
    const list = Array.isArray(value);
    value = childOf(value, step);
    const id = list && isObject(value) ? value['id'] : undefined;
    return typeof id === 'string' ? id : step;
  });
}

/** A path as text: in addresses, and to compare. */
export function keyOf(path: ContentPath): string {
  return path.join('/');
}

/** Whether a path leads to a part, or into it. */
export function isWithin(path: ContentPath, part: ContentPath): boolean {
  return `${keyOf(path)}/`.startsWith(`${keyOf(part)}/`);
}
