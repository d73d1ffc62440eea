import { isInternational } from '../chile/contact.ts';
import { readRut } from '../chile/rut.ts';
import { contentShape, maxContentBytes, maxProblems } from './content.ts';
import { dayOfMoment, isOver } from './prices.ts';
import {
  fieldsOf,
  formats,
  isObject,
  type JsonObject,
  type ListShape,
  type NumberKind,
  type Shape,
  type TextShape,
  variantOf,
} from './shape.ts';

export type ContentProblemCode =
  | 'wrong_type'
  /** A field is absent. */
  | 'required'
  /** A required text is blank: a draft may have it, a release may not. */
  | 'empty'
  | 'unknown_field'
  | 'too_long'
  | 'too_small'
  | 'too_large'
  | 'too_many'
  | 'wrong_characters'
  | 'wrong_format'
  /** No such telephone number, or a wrong check digit: a draft may have it, a release may not. */
  | 'wrong_number'
  | 'wrong_choice'
  | 'unknown_reference'
  | 'duplicate'
  | 'out_of_order';

export interface ContentProblem {
  /** Names of fields and indexes of lists. */
  readonly path: readonly (string | number)[];
  readonly code: ContentProblemCode;
  /** The limit that was exceeded. */
  readonly limit?: number;
}

type Path = ContentProblem['path'];
type Finding = Omit<ContentProblem, 'path'>;

/** Control characters but tab and line feed, and halves of surrogate pairs, which no database holds. */
const wrongCharacters = /[^\P{Cc}\t\n]|\p{Cs}/u;
/** The characters that PostgreSQL's expressions treat as blank too. */
const visible = /[^ \t\n]/;

/** As `private.is_number`. */
const isNumber: Readonly<Record<NumberKind, (text: string) => boolean>> = {
  phone: isInternational,
  rut: (text) => readRut(text).kind === 'rut',
};

/** Problems that a draft may have, but a release may not. */
const unfinished: ReadonlySet<ContentProblemCode> = new Set(['empty', 'wrong_number']);

function checkText(
  value: string,
  shape: Pick<TextShape, 'max' | 'required' | 'format' | 'number'>,
): Finding | undefined {
  if (wrongCharacters.test(value)) return { code: 'wrong_characters' };
  if (!visible.test(value)) {
    if (shape.required) return { code: 'empty' };
    if (value === '') return undefined;
  }
  if (value.length > shape.max && [...value].length > shape.max)
    return { code: 'too_long', limit: shape.max };
  if (shape.format && !formats[shape.format].test(value)) return { code: 'wrong_format' };
  return shape.number && !isNumber[shape.number](value) ? { code: 'wrong_number' } : undefined;
}

type CalendarFormat = 'day' | 'moment' | 'end';

function looksLike(format: CalendarFormat, value: unknown): value is string {
  return typeof value === 'string' && formats[format].test(value);
}

function isOfCalendar(value: string, format: CalendarFormat): boolean {
  const [year, month, dayOfMonth] = dayOfMoment(value).split('-').map(Number) as [number, number, number];
  return formats[format].test(value) && dayOfMonth <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function checkInteger(value: unknown, min: number, max: number): Finding | undefined {
  if (!Number.isInteger(value)) return { code: 'wrong_type' };
  if ((value as number) < min) return { code: 'too_small', limit: min };
  return (value as number) > max ? { code: 'too_large', limit: max } : undefined;
}

type Ids = (list: string) => ReadonlySet<unknown>;

/** Checks a value without parts; undefined also for values that have parts. */
function checkLeaf(value: unknown, shape: Shape, ids: Ids): Finding | undefined {
  if (shape.kind === 'integer') return checkInteger(value, shape.min, shape.max);
  if (shape.kind === 'flag') return typeof value === 'boolean' ? undefined : { code: 'wrong_type' };
  if (shape.kind === 'list') return Array.isArray(value) ? undefined : { code: 'wrong_type' };
  if (shape.kind === 'object' || shape.kind === 'variants' || shape.kind === 'words')
    return isObject(value) ? undefined : { code: 'wrong_type' };
  if (typeof value !== 'string') return { code: 'wrong_type' };
  if (shape.kind === 'text') return checkText(value, shape);
  if (shape.kind === 'day' || shape.kind === 'moment' || shape.kind === 'end')
    return isOfCalendar(value, shape.kind) ? undefined : { code: 'wrong_format' };
  if (shape.kind === 'choice') return shape.of.includes(value) ? undefined : { code: 'wrong_choice' };
  return ids(shape.to).has(value) ? undefined : { code: 'unknown_reference' };
}

/** Whether a number exceeds another, or a beginning is after its end; false for anything else. */
function descends(first: unknown, second: unknown): boolean {
  if (typeof first === 'number' && typeof second === 'number') return first > second;
  return looksLike('moment', first) && looksLike('end', second) && isOver(second, first);
}

type Report = (path: Path, finding: Finding) => void;
type Visit = (value: unknown, shape: Shape, path: Path) => void;

function checkFields(value: JsonObject, shape: Shape, path: Path, report: Report, visit: Visit): void {
  const fields = fieldsOf(shape, value) ?? {};
  for (const [name, field] of Object.entries(fields)) {
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    if (own !== undefined) visit(own, field, [...path, name]);
    else if (!field.optional) report([...path, name], { code: 'required' });
  }
  for (const name of Object.keys(value))
    if (!Object.hasOwn(fields, name) && value[name] !== undefined)
      report([...path, name], { code: 'unknown_field' });
  const variant = shape.kind === 'variants' ? variantOf(shape, value['kind']) : shape;
  if (variant.kind !== 'object' || !variant.order) return;
  const [first, second] = variant.order;
  if (descends(value[first], value[second])) report([...path, second], { code: 'out_of_order' });
}

function checkItems(
  items: readonly unknown[],
  shape: ListShape,
  path: Path,
  report: Report,
  visit: Visit,
): void {
  if (items.length > shape.max) return report(path, { code: 'too_many', limit: shape.max });
  const { key, ascending } = shape;
  const seen = new Set<unknown>();
  items.forEach((item, index) => {
    visit(item, shape.of, [...path, index]);
    if (!isObject(item)) return;
    if (key !== undefined && typeof item[key] === 'string') {
      if (seen.has(item[key])) report([...path, index, key], { code: 'duplicate' });
      seen.add(item[key]);
    }
    const before = items[index - 1];
    if (ascending === undefined || index === 0) return;
    const [earlier, later] = [isObject(before) ? before[ascending] : undefined, item[ascending]];
    if (
      later === undefined ||
      (looksLike('moment', earlier) && looksLike('moment', later) && earlier >= later)
    )
      report([...path, index, ascending], { code: 'out_of_order' });
  });
}

/** The separators of the text that PostgreSQL makes of a document: each has a space, unlike JavaScript's. */
function countSeparators(value: unknown): number {
  if (Array.isArray(value))
    return value.reduce<number>((sum, item) => sum + countSeparators(item), Math.max(0, value.length - 1));
  if (!isObject(value)) return 0;
  const own = Object.values(value).filter((each) => each !== undefined);
  return own.reduce<number>((sum, each) => sum + countSeparators(each), Math.max(0, 2 * own.length - 1));
}

/** Undefined for what JSON cannot hold. */
function sizeOf(content: unknown): number | undefined {
  try {
    const json = JSON.stringify(content) as string | undefined;
    return json === undefined ? undefined : new TextEncoder().encode(json).length + countSeparators(content);
  } catch {
    return undefined;
  }
}

/** The ids of the items of a list at the top of the document. */
function idsOf(content: unknown, name: string): ReadonlySet<unknown> {
  const items = isObject(content) && Object.hasOwn(content, name) ? content[name] : undefined;
  return new Set(Array.isArray(items) ? items.map((item) => (isObject(item) ? item['id'] : undefined)) : []);
}

/**
 * Lists what is wrong with a document, in the order of its fields; `private.content_problems` finds the same. At most
 * `maxProblems`; of a document that is too large only that.
 * @param isDraft required texts may be empty, and numbers wrong
 */
export function findProblems(content: unknown, isDraft = false): readonly ContentProblem[] {
  const size = sizeOf(content);
  if (size === undefined) return [{ path: [], code: 'wrong_type' }];
  if (size > maxContentBytes) return [{ path: [], code: 'too_large', limit: maxContentBytes }];
  const found: ContentProblem[] = [];
  const known = new Map<string, ReadonlySet<unknown>>();
  const ids: Ids = (name) => {
    const set = known.get(name) ?? idsOf(content, name);
    known.set(name, set);
    return set;
  };
  const report: Report = (path, finding) => {
    const isAllowed = isDraft && unfinished.has(finding.code);
    if (!isAllowed && found.length < maxProblems) found.push({ path, ...finding });
  };
  const visit: Visit = (value, shape, path) => {
    const finding = checkLeaf(value, shape, ids);
    if (finding) return report(path, finding);
    if (shape.kind === 'list') checkItems(value as readonly unknown[], shape, path, report, visit);
    else if (isObject(value)) checkFields(value, shape, path, report, visit);
  };
  visit(content, contentShape, []);
  return found;
}
