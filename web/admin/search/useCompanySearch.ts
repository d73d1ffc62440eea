import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { staffLanguageOf, type StaffLanguage } from '../../../shared/staff-languages.ts';
import { usePricedRoutes } from '../../components/prices.tsx';
import { useContent } from '../../content/ContentProvider.tsx';
import { searchable, searchCompany, type FoundItem } from '../../data/company/search.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { useTimerAfterPress } from '../../util/time/useTimerAfterPress.ts';
import { loadActs } from '../registry/acts.ts';
import { adminKey } from '../parts/useChange.ts';
import { RoleContext } from '../parts/useMay.ts';
import { findLocally } from './localRecords.ts';
import {
  arrange,
  findWays,
  groupRecords,
  type ResultGroup,
  type SearchResult,
  type SearchWords,
} from './results.ts';

/** The pause in typing after which the server searches. */
const pauseMs = 200;

/** Without a retry: what this browser knows is found meanwhile, and the next letter asks again. */
const search = (query: string) =>
  queryOptions({
    queryKey: [adminKey, 'search', query],
    queryFn: ({ signal }) => searchCompany(query, signal),
    staleTime: 10_000,
    retry: false,
  });

/** The messages in which places, acts and settings are found. */
const searchWords = (language: StaffLanguage) =>
  queryOptions({
    queryKey: ['search-words', language],
    queryFn: async (): Promise<SearchWords> => {
      const [admin, words, studio, acts] = await Promise.all([
        loadNamespace('admin', language),
        loadNamespace('search', language),
        loadNamespace('studio', language),
        loadActs(language),
      ]);
      return { admin, search: words, studio, acts };
    },
    staleTime: Infinity,
  });

const flatten = (groups: readonly ResultGroup[]): readonly SearchResult[] =>
  groups.flatMap(({ results }) => results);

/** The results of a query. Until the server responds, its part is that of the query before. */
function useResults(query: string) {
  const client = useQueryClient();
  const language = staffLanguageOf(useLanguage().language);
  const role = use(RoleContext);
  const content = useContent();
  const routes = usePricedRoutes();
  const arranged = (wanted: string, items: readonly FoundItem[], texts: SearchWords) =>
    arrange(wanted, findWays(wanted, role, texts), [
      ...groupRecords(items, texts),
      ...findLocally(wanted, { content, routes }, texts),
    ]);
  const enabled = query !== '';
  const found = useQuery({ ...search(query), enabled, placeholderData: keepPreviousData });
  const words = useQuery({ ...searchWords(language), enabled });
  const groups = enabled && words.data ? arranged(query, found.data ?? [], words.data) : [];
  /** All that another query finds, without a word about failures: the list shows them. */
  const load = async (wanted: string): Promise<readonly SearchResult[]> => {
    const [items, loaded] = await Promise.all([
      client.fetchQuery(search(wanted)).catch(() => []),
      client.fetchQuery(searchWords(language)).catch(() => undefined),
    ]);
    return loaded ? flatten(arranged(wanted, items, loaded)) : [];
  };
  return {
    groups,
    results: flatten(groups),
    load,
    error: found.error ?? words.error,
    isBusy: found.isFetching || words.isFetching,
  };
}

/**
 * The text of the search across everything, what it finds, and its keys.
 * @param onChosen runs once a result is opened
 */
export function useCompanySearch(onChosen: () => void) {
  const [, navigate] = useLocation();
  const timer = useTimerAfterPress();
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const { load, ...found } = useResults(query);
  const { results } = found;

  const type = (next: string) => {
    const wanted = searchable(next);
    setText(next);
    setActive(0);
    timer.stop();
    if (wanted === '') setQuery('');
    else timer.start(pauseMs, () => setQuery(wanted));
  };
  const choose = ({ address }: SearchResult) => {
    type('');
    navigate(address);
    onChosen();
  };
  /** Opens the result that is marked; that of a search still to be sent is its first. */
  const enter = async (): Promise<void> => {
    const wanted = searchable(text);
    if (wanted === '') return;
    timer.stop();
    setQuery(wanted);
    const all = await load(wanted);
    const result = (wanted === query ? all[active] : undefined) ?? all[0];
    if (result) choose(result);
  };
  const move = (step: number) => {
    if (results.length > 0) setActive((active + step + results.length) % results.length);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') void enter();
    else if (event.key === 'Escape' && text) type('');
    else return;
    event.preventDefault();
  };
  return { ...found, text, query, active, type, press, choose };
}
