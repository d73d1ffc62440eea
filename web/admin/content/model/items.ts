import { contentShape, type Content } from '../../../../shared/content/content.ts';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import { isObject, type ListShape, type Shape } from '../../../../shared/content/shape.ts';
import { stateOf, type Words, type WordsState } from '../../../../shared/content/words.ts';
import { languages, type Language } from '../../../../shared/languages.ts';
import { fold } from '../../../util/fold.ts';
import { keyOf, leavesIn, readAt, shapeAt } from './tree.ts';

/** A field at the top of the document: one heading of the list. */
export type Part = Exclude<keyof Content, 'format'>;

export type States = Readonly<Record<Language, WordsState>>;

/** Something that is edited as one: an item of a list at the top, or a whole part. */
export interface Item {
  /** Its path as text. */
  readonly key: string;
  readonly part: Part;
  readonly path: ContentPath;
  /** Its own name in Spanish; empty for a part as a whole. */
  readonly title: string;
  /** The worst state of its texts in each language. */
  readonly states: States;
}

/** A part with its items; `list` is the path of the list that they are in, if they are in one. */
export interface Group {
  readonly part: Part;
  readonly list: ContentPath | null;
  readonly max: number;
  readonly items: readonly Item[];
}

const partShapes = Object.entries(contentShape.fields).filter(([name]) => name !== 'format') as [
  Part,
  Shape,
][];

/** The list that makes up a part: the part itself, or its only field. */
function listOf(part: Part, shape: Shape): { readonly path: ContentPath; readonly shape: ListShape } | null {
  if (shape.kind === 'list') return { path: [part], shape };
  const [only, ...others] = shape.kind === 'object' ? Object.entries(shape.fields) : [];
  return only?.[1].kind === 'list' && others.length === 0 ? { path: [part, only[0]], shape: only[1] } : null;
}

const severity: Readonly<Record<WordsState, number>> = { done: 0, outdated: 1, missing: 2 };

/** The state that needs the most work; `done` for no states. */
function worst(states: readonly WordsState[]): WordsState {
  return states.reduce((a, b) => (severity[a] >= severity[b] ? a : b), 'done');
}

function spanishOf(value: unknown): string {
  return isObject(value) && typeof value['es'] === 'string' ? value['es'] : '';
}

/** Items by the object they were made of: an edit makes new objects only for what it changed. */
const known = new WeakMap<object, Item>();

function itemOf(value: object, part: Part, path: ContentPath, shape: Shape): Item {
  const made = known.get(value);
  if (made) return made;
  const words = leavesIn(value, shape).filter((leaf) => leaf.shape.kind === 'words');
  const title =
    path.length === 1 || !isObject(value) ? '' : spanishOf(value['name'] ?? value['title'] ?? value['alt']);
  const states = languages.map((language) => [
    language,
    worst(words.map((each) => stateOf(each.value as Words, language))),
  ]);
  const item = { key: keyOf(path), part, path, title, states: Object.fromEntries(states) as States };
  known.set(value, item);
  return item;
}

function groupOf(content: Content, [part, shape]: (typeof partShapes)[number]): Group {
  const list = listOf(part, shape);
  if (!list) {
    const value = content[part];
    const items = isObject(value) ? [itemOf(value, part, [part], shape)] : [];
    return { part, list: null, max: 1, items };
  }
  const values = (readAt(content, list.path) ?? []) as readonly { readonly id: string }[];
  const items = values.map((each) => itemOf(each, part, [...list.path, each.id], list.shape.of));
  return { part, list: list.path, max: list.shape.max, items };
}

/** Everything in the document, in its order. An optional part or list that is absent has no items. */
export function listGroups(content: Content): readonly Group[] {
  return partShapes.map((each) => groupOf(content, each));
}

/** The item that a path leads into; undefined where it is not in the document. */
export function itemAt(content: Content, path: ContentPath): Item | undefined {
  const own = itemPath(path);
  const value = readAt(content, own);
  const shape = shapeAt(content, own);
  return isObject(value) && shape ? itemOf(value, own[0] as Part, own, shape) : undefined;
}

/** The path of the item that a path leads into. */
export function itemPath(path: ContentPath): ContentPath {
  const found = partShapes.find(([part]) => part === path[0]);
  const list = found && listOf(...found);
  return path.slice(0, list ? list.path.length + 1 : 1);
}

/** Texts that name something inside the document or its files; no screen shows them. */
const internalFormats: readonly (string | undefined)[] = ['id', 'uuid', 'picture'];

/** The texts that a person reads in a value, and the paths of the items that it names. */
function shownIn(whole: unknown, of: Shape): readonly (string | ContentPath)[] {
  return leavesIn(whole, of).flatMap(({ value, shape }): readonly (string | ContentPath)[] => {
    if (shape.kind === 'reference') return [[shape.to, String(value)]];
    if (shape.kind === 'text') return internalFormats.includes(shape.format) ? [] : [String(value)];
    if (shape.kind !== 'words') return [];
    const { es, ...translations } = value as Words;
    return [es, ...Object.values(translations).map(({ text }) => text)];
  });
}

interface Searched {
  /** Folded. */
  readonly text: string;
  readonly named: readonly ContentPath[];
}

const searched = new WeakMap<object, Searched>();

function searchedIn(value: object, shape: Shape): Searched {
  const before = searched.get(value);
  if (before) return before;
  const shown = shownIn(value, shape);
  const text = fold(shown.filter((each) => typeof each === 'string').join('\n'));
  const made = { text, named: shown.filter((each) => typeof each !== 'string') };
  searched.set(value, made);
  return made;
}

/** Whether all words occur in the texts that a person reads in an item, in any language. */
export function matches(content: Content, { path }: Item, search: string): boolean {
  const value = readAt(content, path);
  const shape = shapeAt(content, path);
  if (!isObject(value) || !shape) return false;
  const { text, named } = searchedIn(value, shape);
  const names = named.map((other) => itemAt(content, other)?.title ?? '');
  const whole = [text, ...names.map(fold)].join('\n');
  return fold(search)
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
