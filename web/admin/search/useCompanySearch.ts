import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { searchable, searchCompany, type FoundItem } from '../../data/company/search.ts';
import { useTimerAfterPress } from '../../util/time/useTimerAfterPress.ts';
import { sectionAddress } from '../parts/section.ts';
import { adminKey } from '../parts/useChange.ts';
import type { SectionId } from '../registry/sections.ts';

/** The pause in typing after which the server searches. */
const pauseMs = 200;

export const sectionOfKind = {
  driver: 'drivers',
  vehicle: 'vehicles',
  document: 'documents',
  device: 'devices',
  user: 'users',
} as const satisfies Record<FoundItem['kind'], SectionId>;

/**
 * The section of the found item, filtered to it. The list of drivers shows those who left only when they are asked for; the
 * grid of documents shows either drivers or vehicles.
 */
export function addressOf({ kind, title, plate, code, state }: FoundItem): string {
  const search = [code, title ?? plate].filter(Boolean).join(' ');
  return sectionAddress(sectionOfKind[kind], {
    search,
    ...(kind === 'document' && { view: 'list' }),
    ...(state === 'left' && { state }),
  });
}

const search = (query: string) =>
  queryOptions({
    queryKey: [adminKey, 'search', query],
    queryFn: ({ signal }) => searchCompany(query, signal),
    staleTime: 10_000,
  });

/** The text of the search across everything, what it finds, and its keys. @param onChosen runs once an item is opened */
export function useCompanySearch(onChosen: () => void) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const timer = useTimerAfterPress();
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const found = useQuery({ ...search(query), enabled: query !== '', placeholderData: keepPreviousData });
  const items = query === '' ? undefined : found.data;

  const type = (next: string) => {
    const wanted = searchable(next);
    setText(next);
    setActive(0);
    timer.stop();
    if (wanted === '') setQuery('');
    else timer.start(pauseMs, () => setQuery(wanted));
  };
  const choose = (item: FoundItem) => {
    type('');
    navigate(addressOf(item));
    onChosen();
  };
  /** Opens the item that is marked; that of a search still to be sent is its first. */
  const enter = async (): Promise<void> => {
    const wanted = searchable(text);
    if (wanted === '') return;
    timer.stop();
    setQuery(wanted);
    // The list shows a failure.
    const all = await client.fetchQuery(search(wanted)).catch(() => []);
    const item = (wanted === query ? all[active] : undefined) ?? all[0];
    if (item) choose(item);
  };
  const move = (step: number) => {
    const count = items?.length ?? 0;
    if (count > 0) setActive((active + step + count) % count);
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
  return { text, type, press, choose, items, active, error: found.error, isBusy: found.isFetching, query };
}
