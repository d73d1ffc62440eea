import type { ContentPath } from '../../../shared/content/changes.ts';
import type { Content, Price } from '../../../shared/content/content.ts';
import { isObject, type Shape } from '../../../shared/content/shape.ts';
import { isLanguage } from '../../../shared/languages.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import type { studio as spanish } from '../../i18n/es/studio.ts';
import { languageNames } from '../../i18n/languages.ts';
import { itemAt, itemPath, type Item, type Part } from './model/items.ts';
import { readAt } from './model/tree.ts';

export type ContentMessages = typeof spanish;
type Table = Readonly<Record<string, string>>;

export const pesoFields: ReadonlySet<string> = new Set(['pesos', 'night', 'lowest', 'highest']);

function wordOf(table: Table, key: string): string {
  return Object.hasOwn(table, key) ? table[key]! : key;
}

/** The name of a field in words; a language by its own name. */
export function fieldName(t: ContentMessages, name: string): string {
  return isLanguage(name) ? languageNames[name] : wordOf(t.fields, name);
}

/** The name of a choice in words. */
export function choiceName(t: ContentMessages, choice: string): string {
  return wordOf(t.choices, choice);
}

/** The name of an item in Spanish, or that of its part where the item is the whole part. */
export function itemName(
  t: ContentMessages,
  { title, part, path }: Pick<Item, 'title' | 'part' | 'path'>,
): string {
  if (path.length === 1) return t.parts[part];
  return title === '' ? t.untitled : title;
}

/** The name of the item that a path leads into; undefined where it is no longer in the document. */
export function itemNameAt(content: Content, path: ContentPath, t: ContentMessages): string | undefined {
  const item = itemAt(content, path);
  return item && itemName(t, item);
}

/** The fields of a path below its item: `Paradas 2, Lugar, Deutsch`. */
export function fieldNames(path: ContentPath, t: ContentMessages): string {
  const names = path.slice(itemPath(path).length).reduce<readonly string[]>((found, step) => {
    if (typeof step === 'string') return [...found, fieldName(t, step)];
    return [...found.slice(0, -1), `${found.at(-1) ?? ''} ${step + 1}`.trim()];
  }, []);
  return names.join(', ');
}

/** The field of a change; a price is named by its first day instead of its place. */
export function changeName(
  path: ContentPath,
  content: Content,
  t: ContentMessages,
  day: (value: string) => string,
): string {
  if (path[2] !== 'prices' || path.length < 4) return fieldNames(path, t);
  if (path.length === 4) return fieldName(t, 'pesos');
  const price = readAt(content, path.slice(0, 4)) as Price | undefined;
  const field = fieldName(t, String(path[4]));
  return price?.validFrom === undefined
    ? field
    : `${field} (${fieldName(t, 'validFrom')} ${momentIn(price.validFrom, day)})`;
}

/** A day, with the time of a moment that has one. */
function momentIn(moment: string, day: (value: string) => string): string {
  const [date = '', time] = moment.split('T');
  return time === undefined ? day(date) : `${day(date)} ${time}`;
}

/** The part of the document that a path leads into. */
export function partOf(path: ContentPath): Part {
  return path[0] as Part;
}

/** A value in words. `day` writes a day. */
export function describeValue(
  value: unknown,
  name: string,
  shape: Shape | undefined,
  content: Content,
  t: ContentMessages,
  day: (value: string) => string,
): string {
  if (value === undefined || value === '') return t.nothing;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (typeof value === 'number') return pesoFields.has(name) ? formatPesos(value) : String(value);
  if (typeof value === 'string') {
    if (shape?.kind === 'day' || shape?.kind === 'moment' || shape?.kind === 'end')
      return momentIn(value, day);
    if (shape?.kind === 'choice') return choiceName(t, value);
    if (shape?.kind === 'reference') return itemNameAt(content, [shape.to, value], t) ?? value;
    return value;
  }
  if (!isObject(value)) return t.nothing;
  if (typeof value['es'] === 'string') return value['es'];
  const parts = Object.entries(value).filter(([field]) => field !== 'id');
  const words = parts
    .map(([field, each]) => describeField(each, field, t, day))
    .filter((word) => word !== '');
  return words.length === 0 ? t.nothing : words.join(', ');
}

/** A field of an object that is shown as a whole, for example a price. */
function describeField(
  value: unknown,
  name: string,
  t: ContentMessages,
  day: (value: string) => string,
): string {
  if (name === 'kind') return choiceName(t, String(value));
  if (typeof value === 'string' && name.startsWith('valid'))
    return `${fieldName(t, name)} ${momentIn(value, day)}`;
  if (typeof value === 'boolean') return value ? fieldName(t, name) : '';
  if (typeof value === 'number')
    return name === 'pesos'
      ? formatPesos(value)
      : `${fieldName(t, name)} ${pesoFields.has(name) ? formatPesos(value) : value}`;
  if (typeof value === 'string') return value;
  return isObject(value) && typeof value['es'] === 'string' ? value['es'] : '';
}
