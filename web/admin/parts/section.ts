import { createContext, use, useState } from 'react';
import { useSearchParams } from 'wouter';
import { changedAddress, useRecordLocation } from './record/useRecordLocation.ts';
import type { SectionId } from '../registry/sections.ts';
import type { Removal } from './useRemovals.ts';

/** The props of each section of the panel. */
export interface SectionProps {
  readonly location: ListLocation;
  /** The id of the administrator who is signed in. */
  readonly ownId: string;
  /** The ids of rows that are being deleted. */
  readonly hidden: ReadonlySet<string>;
  /**
   * Shows and announces the outcome of an act. That of a failed one stays until it is dismissed.
   * @param undo reverses the act, and is offered meanwhile
   */
  readonly onDone: (message: string, failed?: boolean, undo?: () => Promise<void>) => void;
  /** Closes the dialog of a row, deletes it in a moment, and moves the focus to the heading if the row takes it away. */
  readonly onRemove: (close: () => void, removal: Removal) => void;
}

/** The messages of the panel, for acts and dialogs at any depth of a section. */
export const OnDoneContext = createContext<SectionProps['onDone']>(() => undefined);

/** Shows and announces the outcome of an act, as `SectionProps.onDone`. */
export const useOnDone = () => use(OnDoneContext);

/** Closes the act that the address names, and says what was done. */
export function useFinish(): (message: string, undo?: () => Promise<void>) => void {
  const say = useOnDone();
  const { close } = useRecordLocation();
  return (message, undo) => {
    close();
    say(message, false, undo);
  };
}

export type ListLocation = Omit<ReturnType<typeof useListLocation>, 'section' | 'setSection'>;

/**
 * The row of a page that the address names, as it was when its act was opened: it stays while somebody types, whatever the
 * list shows meanwhile. None for a row of another page.
 */
export function useOpenedRow<Row extends { readonly id: string }>(
  { record }: Pick<ListLocation, 'record'>,
  rows: readonly Row[] | undefined,
): Row | undefined {
  const [opened, setOpened] = useState<Row>();
  if (opened?.id === record) return opened;
  const found = rows?.find(({ id }) => id === record);
  if (found !== opened) setOpened(found);
  return found;
}

/** The address may name no later page. */
const lastPage = 1_000_000;

/** Sections of earlier versions, by the name in their addresses, which links and bookmarks still have. */
const formerSections: ReadonlyMap<string, SectionId> = new Map([['bookings', 'trips']]);

/** The act that makes an account, from every section. */
export const createUserAct = 'createUser';

/** The address of a section with these filters, as `useListLocation` reads it. */
export function sectionAddress(section: SectionId, filters: Readonly<Record<string, string>>): string {
  return `?${new URLSearchParams({ section, ...filters })}`;
}

/**
 * Section, search and page, stored in the address: a reload and the back button lead to the same rows.
 * @param ids the first one is open in an address without one
 */
export function useListLocation<Id extends string>(ids: readonly [Id, ...Id[]]) {
  const [first] = ids;
  const [parameters, setParameters] = useSearchParams();
  const opened = useRecordLocation();
  const sectionIn = (address: URLSearchParams) => {
    const named = address.get('section') ?? '';
    return ids.find((id) => id === (formerSections.get(named) ?? named)) ?? first;
  };
  const section = sectionIn(parameters);
  const page = Number(parameters.get('page') ?? 1);
  /** Writes parameters, and removes those with empty text, unless the person has gone to another section meanwhile. */
  const write = (changes: Readonly<Record<string, string>>, replace: boolean) => {
    if (sectionIn(changedAddress({})) !== section) return;
    // The page that is open stays one that going back closes.
    const state = replace && { state: window.history.state as unknown };
    setParameters(changedAddress(changes), { replace, ...state });
  };

  return {
    ...opened,
    section,
    search: parameters.get('search') ?? '',
    /** From 1. */
    page: Number.isInteger(page) && page > 0 && page <= lastPage ? page : 1,
    setSection: (next: Id) => setParameters(next === first ? {} : { section: next }),
    /** Begins again at the first page. */
    setSearch: (search: string) => write({ page: '', search }, true),
    /** A filter besides the search, by its name in the address; empty text for none. */
    filter: (name: string) => parameters.get(name) ?? '',
    /** Begins again at the first page. */
    setFilters: (filters: Readonly<Record<string, string>>) => write({ page: '', ...filters }, true),
    setPage: (next: number) => write({ page: next > 1 ? String(next) : '' }, false),
  };
}
