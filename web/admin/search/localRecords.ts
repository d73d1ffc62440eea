import { contentShape, type Content } from '../../../shared/content/content.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import type { PricedRoute } from '../../components/prices.tsx';
import { listGroups, matches, type Item } from '../content/model/items.ts';
import { fieldName, itemName } from '../content/names.ts';
import { sectionAddress } from '../parts/section.ts';
import { beginsWords, titlesFirst, type NamedResult, type ResultGroup, type SearchWords } from './results.ts';

/** The release that passengers see. */
export interface LocalSources {
  readonly content: Content;
  readonly routes: readonly PricedRoute[];
}

/** As many of each kind as the server returns. */
const most = 5;

/** The settings of the company, by the words of their labels, hints and parts. */
function findSettings(search: string, { studio: t }: SearchWords): readonly NamedResult[] {
  const hints: Readonly<Record<string, string>> = t.hints;
  return Object.entries(contentShape.fields.company.fields).flatMap(([name, shape]) => {
    const title = fieldName(t, name);
    const parts = shape.kind === 'object' ? Object.keys(shape.fields) : [];
    const text = [title, hints[name], ...parts.map((part) => fieldName(t, part))].join(' ');
    if (!beginsWords(text, search)) return [];
    const field = ['company', name, ...parts.slice(0, 1)].join('/');
    return {
      key: field,
      title,
      facts: '',
      address: sectionAddress('company', { field }),
      names: [title],
    };
  });
}

/** The texts and prices that passengers read, in all their languages. A route opens among the prices. */
function findContent(
  search: string,
  { content, routes }: LocalSources,
  { studio: t }: SearchWords,
): readonly NamedResult[] {
  const items = listGroups(content).flatMap((group) => (group.part === 'company' ? [] : group.items));
  const textOf = ({ part }: Item) =>
    part === 'routes' ? `${t.parts[part]} ${t.fields.prices}` : t.parts[part];
  const isFound = (item: Item) =>
    search.split(' ').every((word) => beginsWords(textOf(item), word) || matches(content, item, word));
  return items.filter(isFound).map((item) => {
    const { key, part, path } = item;
    const price = routes.find(({ route }) => part === 'routes' && route.id === path[1])?.price;
    const title = itemName(t, item);
    return {
      key,
      title,
      facts: [path.length > 1 && t.parts[part], price && formatPesos(price.pesos)]
        .filter(Boolean)
        .join(' · '),
      address: sectionAddress(
        'content',
        part === 'routes' ? { view: 'prices' } : { view: 'texts', item: key },
      ),
      names: [title],
    };
  });
}

/** Finds what needs no server. @param search without spaces at its ends, and with one between its words */
export function findLocally(
  search: string,
  sources: LocalSources,
  words: SearchWords,
): readonly ResultGroup<NamedResult>[] {
  const { admin: t } = words;
  return [
    { heading: t.company, results: titlesFirst(findSettings(search, words), search).slice(0, most) },
    { heading: t.content, results: titlesFirst(findContent(search, sources, words), search).slice(0, most) },
  ];
}
