import { plateInPairs } from '../../../shared/chile/plate.ts';
import { withoutSeparators } from '../../../shared/chile/separators.ts';
import type { StaffRole } from '../../../shared/roles.ts';
import type { FoundItem } from '../../data/company/search.ts';
import type { LazyMessages } from '../../i18n/messages.ts';
import { fold } from '../../util/fold.ts';
import { sectionAddress } from '../parts/section.ts';
import { hasRight } from '../registry/rights.ts';
import { sections, sectionsOf, type SectionId } from '../registry/sections.ts';
import type { ActTexts, ListedAct } from '../registry/acts.ts';
import { addressOf, sectionOfKind } from './addresses.ts';

/** One thing that the search shows. */
export interface SearchResult {
  /** Unique among the results. */
  readonly key: string;
  readonly title: string;
  readonly facts: string;
  readonly address: string;
}

/** A result with the texts that mean it alone, whatever their accents, capitals and separators. */
export interface NamedResult extends SearchResult {
  readonly names: readonly (string | null)[];
}

export interface ResultGroup<Result = SearchResult> {
  readonly heading: string;
  readonly results: readonly Result[];
}

export interface SearchWords extends Pick<LazyMessages, 'admin' | 'search' | 'studio'> {
  readonly acts: readonly ListedAct[];
}

/** Whether each word of a search begins a word of the text: “ana” does not find “mañana”. */
export function beginsWords(text: string, search: string): boolean {
  const words = ` ${fold(text).replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
  return fold(search)
    .trim()
    .split(/\s+/)
    .every((word) => words.includes(` ${word}`));
}

/** Those whose title has the words before those that mention them elsewhere. */
export function titlesFirst<Result extends SearchResult>(
  results: readonly Result[],
  search: string,
): readonly Result[] {
  const has = ({ title }: Result) => Number(beginsWords(title, search));
  return results.toSorted((one, other) => has(other) - has(one));
}

/** The sections that a role has, by name, place and synonym. */
function findSections(
  search: string,
  role: StaffRole,
  { admin: t, search: words }: SearchWords,
): ResultGroup {
  const results = sectionsOf(role).flatMap((id) => {
    const { place } = sections[id];
    const placeName = place === 'help' ? t.help : t.places[place];
    const title = t[id];
    if (!beginsWords(`${title} ${placeName} ${words.sections[id]}`, search)) return [];
    return { key: id, title, facts: placeName === title ? '' : placeName, address: sectionAddress(id, {}) };
  });
  return { heading: words.goTo, results: titlesFirst(results, search) };
}

/** The acts that a role may do, by title and synonym. */
function findActs(
  search: string,
  role: StaffRole,
  { admin: t, search: words, acts }: SearchWords,
): ResultGroup {
  const synonyms: Readonly<Record<string, Readonly<Record<string, string>>>> = words.acts satisfies ActTexts;
  const own: readonly SectionId[] = sectionsOf(role);
  const results = acts.flatMap(({ section, id, title, at, from, right }) => {
    const isAllowed = own.includes(section) && (right === undefined || hasRight(role, right));
    if (!isAllowed || !beginsWords(`${title} ${synonyms[section]?.[id]}`, search)) return [];
    const address = sectionAddress(section, from ?? { ...at, act: id });
    return { key: `${section} ${id}`, title, facts: t[section], address };
  });
  return { heading: t.actions, results: titlesFirst(results, search) };
}

/** The places and acts that a role has. */
export function findWays(search: string, role: StaffRole, words: SearchWords): readonly ResultGroup[] {
  return [findSections(search, role, words), findActs(search, role, words)];
}

function resultOf(item: FoundItem, { admin: t, search: words }: SearchWords): NamedResult {
  const { kind, id, plate, code, state, owner, detail } = item;
  const shownPlate = plate && plateInPairs(plate);
  const name = kind === 'receipt' && item.title ? words.folio(item.title) : item.title;
  const left = state === 'left' && t.driverStates.left;
  return {
    key: id,
    title: name ?? shownPlate ?? '',
    facts: [name && shownPlate, code, left, detail, owner].filter(Boolean).join(' · '),
    address: addressOf(item),
    names: [name, plate, code],
  };
}

/** The records that the server has found, by section, in the order in which it found them. */
export function groupRecords(
  items: readonly FoundItem[],
  words: SearchWords,
): readonly ResultGroup<NamedResult>[] {
  const kinds = Map.groupBy(items, ({ kind }) => kind);
  return Array.from(kinds, ([kind, found]) => ({
    heading: words.admin[sectionOfKind(kind)],
    results: found.map((item) => resultOf(item, words)),
  }));
}

const plain = (text: string): string => withoutSeparators(fold(text)).replaceAll('#', '');

/** Groups in the order in which they are shown: records that the search names exactly, places and acts, other records. */
export function arrange(
  search: string,
  ways: readonly ResultGroup[],
  records: readonly ResultGroup<NamedResult>[],
): readonly ResultGroup[] {
  const typed = plain(search);
  const isExact = ({ names }: NamedResult) => names.some((name) => name !== null && plain(name) === typed);
  const having = (isWanted: boolean) =>
    records.map(({ heading, results }) => ({
      heading,
      results: results.filter((result) => isExact(result) === isWanted),
    }));
  return [...having(true), ...ways, ...having(false)].filter(({ results }) => results.length > 0);
}
