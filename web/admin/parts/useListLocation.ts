import { useSearchParams } from 'wouter';

/** The sections of the panel, in the order of their tabs. */
export const sectionIds = [
  'drivers',
  'vehicles',
  'documents',
  'devices',
  'users',
  'content',
  'audit',
] as const;
export type SectionId = (typeof sectionIds)[number];

export interface ListLocation {
  readonly section: SectionId;
  readonly search: string;
  /** From 1. */
  readonly page: number;
  readonly setSection: (section: SectionId) => void;
  /** Begins again at the first page. */
  readonly setSearch: (search: string) => void;
  readonly setPage: (page: number) => void;
  /** A filter besides the search, by its name in the address; empty text for none. */
  readonly filter: (name: string) => string;
  /** Begins again at the first page. */
  readonly setFilters: (filters: Readonly<Record<string, string>>) => void;
}

/** Larger numbers in the address are ignored. */
const lastPage = 1_000_000;

/** Section, search and page, kept in the address: a reload and the back button lead to the same rows. */
export function useListLocation(): ListLocation {
  const [parameters, setParameters] = useSearchParams();
  const page = Number(parameters.get('page') ?? 1);
  /** Writes parameters; removes those with empty text. */
  const write = (changes: Readonly<Record<string, string>>, replace: boolean) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace },
    );

  return {
    section: sectionIds.find((name) => name === parameters.get('section')) ?? 'drivers',
    search: parameters.get('search') ?? '',
    page: Number.isInteger(page) && page > 0 && page <= lastPage ? page : 1,
    setSection: (section) => setParameters(section === 'drivers' ? {} : { section }),
    setSearch: (search) => write({ page: '', search }, true),
    filter: (name) => parameters.get(name) ?? '',
    setFilters: (filters) => write({ page: '', ...filters }, true),
    setPage: (next) => write({ page: next > 1 ? String(next) : '' }, false),
  };
}
