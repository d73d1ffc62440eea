import type { ContentPath } from '../../../../shared/content/changes.ts';
import { contentShape, type Content } from '../../../../shared/content/content.ts';
import { chileanDay } from '../../../../shared/chile/time.ts';
import { fieldsOf, isObject, type Shape } from '../../../../shared/content/shape.ts';
import { newUuid } from '../../../util/uuid.ts';
import { leavesIn, readAt, shapeAt, writeAt, type Leaf } from './tree.ts';

/** A value to begin with: what the shape allows least; a reference names the first item of its list. */
export function blankOf(shape: Shape, content: Content): unknown {
  if (shape.kind === 'words') return { es: '' };
  if (shape.kind === 'text') return shape.format === 'id' || shape.format === 'uuid' ? newUuid() : '';
  if (shape.kind === 'integer') return shape.min;
  if (shape.kind === 'day' || shape.kind === 'moment' || shape.kind === 'end') return chileanDay(new Date());
  if (shape.kind === 'flag') return true;
  if (shape.kind === 'choice') return shape.of[0];
  if (shape.kind === 'list') return [];
  if (shape.kind === 'reference') {
    const [first] = readAt(content, [shape.to]) as readonly { readonly id: string }[];
    return first?.id ?? '';
  }
  const kind = shape.kind === 'variants' ? { kind: Object.keys(shape.variants)[0] } : {};
  const fields = Object.entries(fieldsOf(shape, kind) ?? {}).filter(
    ([name, each]) => !each.optional && name !== 'kind',
  );
  return { ...kind, ...Object.fromEntries(fields.map(([name, each]) => [name, blankOf(each, content)])) };
}

export interface AddedItem {
  readonly content: Content;
  readonly path: ContentPath;
}

/** Appends a blank item to a list, which may be absent, or fills in an optional part. @returns null where the list is full */
export function addItem(content: Content, path: ContentPath): AddedItem | null {
  const shape = shapeAt(content, path);
  if (!shape) return null;
  if (shape.kind !== 'list') return { content: writeAt(content, path, blankOf(shape, content)), path };
  const list = (readAt(content, path) ?? []) as readonly unknown[];
  if (list.length >= shape.max) return null;
  const item = blankOf(shape.of, content);
  const id = shape.key !== undefined && isObject(item) ? String(item[shape.key]) : list.length;
  return { content: writeAt(content, path, [...list, item]), path: [...path, id] };
}

/** Moves an item of a list to another place; beyond the ends nothing happens. */
export function moveItem(content: Content, path: ContentPath, from: number, to: number): Content {
  const list = readAt(content, path) as readonly unknown[];
  if (from === to || to < 0 || to >= list.length) return content;
  return writeAt(content, path, list.toSpliced(from, 1).toSpliced(to, 0, list[from]));
}

/** How many references to an item of a list at the top there are: it cannot be removed before them. */
export function countReferences(content: Content, [list, id]: ContentPath): number {
  const names = ({ value, shape }: Leaf) => shape.kind === 'reference' && shape.to === list && value === id;
  return leavesIn(content, contentShape).filter(names).length;
}
