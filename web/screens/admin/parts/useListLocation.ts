import { useSearchParams } from 'wouter';

export type Section = 'drivers' | 'users';

export interface ListLocation {
  readonly section: Section;
  readonly search: string;
  /** From 1. */
  readonly page: number;
  readonly setSection: (section: Section) => void;
  /** Begins again at the first page. */
  readonly setSearch: (search: string) => void;
  readonly setPage: (page: number) => void;
}

/** Nobody has more pages; what the address says beyond it is not a page. */
const lastPage = 1_000_000;

/** Where the administrator is, kept in the address: a reload and the back button lead to the same rows. */
export function useListLocation(): ListLocation {
  const [parameters, setParameters] = useSearchParams();
  const page = Number(parameters.get('page') ?? 1);
  const write = (change: (next: URLSearchParams) => void, replace: boolean) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        change(next);
        return next;
      },
      { replace },
    );

  return {
    section: parameters.get('section') === 'users' ? 'users' : 'drivers',
    search: parameters.get('search') ?? '',
    page: Number.isInteger(page) && page > 0 && page <= lastPage ? page : 1,
    setSection: (section) => setParameters(section === 'users' ? { section } : {}),
    setSearch: (search) =>
      write((next) => {
        next.delete('page');
        if (search) next.set('search', search);
        else next.delete('search');
      }, true),
    setPage: (next) =>
      write((parameters) => {
        if (next > 1) parameters.set('page', String(next));
        else parameters.delete('page');
      }, false),
  };
}
