import type { Content } from '../../../../shared/content/content.ts';
import type { WordsState } from '../../../../shared/content/words.ts';
import { isLanguage, languages, type Language } from '../../../../shared/languages.ts';
import { matches, type Group, type Item } from '../model/items.ts';

export interface ItemFilter {
  /** Items with texts in this state; empty for all. */
  readonly state: WordsState | '';
  /** Looks at this language only; empty for all. */
  readonly language: Language | '';
  readonly search: string;
}

const filteredStates: readonly string[] = ['outdated', 'missing'];

/** A filter from texts, as they stand in an address. */
export function readFilter(state: string, language: string, search: string): ItemFilter {
  return {
    state: filteredStates.includes(state) ? (state as WordsState) : '',
    language: isLanguage(language) ? language : '',
    search,
  };
}

function hasState({ states }: Item, state: WordsState, language: Language | ''): boolean {
  return language === '' ? languages.some((each) => states[each] === state) : states[language] === state;
}

/** The groups with the items that pass. While anything is filtered, groups without items are left out. */
export function filterGroups(
  content: Content,
  groups: readonly Group[],
  { state, language, search }: ItemFilter,
): readonly Group[] {
  if (state === '' && search === '') return groups;
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter(
        (item) =>
          (state === '' || hasState(item, state, language)) &&
          (search === '' || matches(content, item, search)),
      ),
    }))
    .filter(({ items }) => items.length > 0);
}

/** Counts the items with texts in a state. */
export function countState(groups: readonly Group[], state: WordsState, language: Language | ''): number {
  return groups.reduce(
    (sum, { items }) => sum + items.filter((item) => hasState(item, state, language)).length,
    0,
  );
}
