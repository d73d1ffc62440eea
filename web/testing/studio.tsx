import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { Content } from '../../shared/content/content.ts';
import { readFirstRelease } from '../../shared/testing/content.ts';
import type { StaffRole } from '../../shared/roles.ts';
import { DraftCompany } from '../admin/company/CompanySection.tsx';
import { DraftStudio } from '../admin/content/ContentSection.tsx';
import { DraftStore, type DraftServer } from '../admin/content/draft/draftStore.ts';
import { storedWork } from '../admin/content/draft/draft.ts';
import { useDraftStore } from '../admin/content/draft/useDraft.ts';
import { adminKey } from '../admin/parts/useChange.ts';
import { RoleContext } from '../admin/parts/useMay.ts';
import type { ListLocation } from '../admin/parts/section.ts';
import type { ReleaseEntry } from '../data/content/drafts.ts';
import type { StaffLanguage } from '../../shared/staff-languages.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { section, SignedIn, signInAs } from './administration.tsx';
import { renderIn } from './render.tsx';

export interface StudioOptions {
  readonly language?: StaffLanguage;
  /** The id of the account that is signed in; nobody unless given. */
  readonly account?: string;
  readonly role?: StaffRole;
  /** The draft; the first release unless given. */
  readonly content?: Content;
  /** The contents of the releases, oldest first; the first one unless given. One that is null is not loaded yet. */
  readonly releases?: readonly (Content | null)[];
  /** The names of the pictures that the server stores. */
  readonly storedPictures?: readonly string[];
  /** Parameters of the address; `section: 'company'` opens that section. */
  readonly at?: Readonly<Record<string, string>>;
  /** Calls that behave otherwise. */
  readonly server?: Partial<DraftServer>;
}

const publisher = 'carla@example.com';

function entryOf(id: number): ReleaseEntry {
  const system = id === 1 ? null : publisher;
  return {
    id,
    note: system && `Cambio ${id}`,
    published_at: '2026-11-20T12:00:00Z',
    published_by: system,
  } as ReleaseEntry;
}

function clientWith(releases: readonly (Content | null)[], storedPictures: readonly string[]): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // There is no server to load the releases from again.
  client.invalidateQueries = () => Promise.resolve();
  client.setQueryData([adminKey, 'releases'], releases.map((_, index) => entryOf(index + 1)).toReversed());
  releases.forEach(
    (release, index) => release && client.setQueryData([adminKey, 'release', index + 1], release),
  );
  client.setQueryData([adminKey, 'stored-pictures'], storedPictures);
  return client;
}

/** Renders the studio with a draft that is saved in memory. @returns the store, the saved contents, the messages said */
export async function renderStudio(options: StudioOptions = {}) {
  const {
    language = 'es',
    role = 'admin',
    content = readFirstRelease(),
    releases = [readFirstRelease()],
    storedPictures = [],
    at = {},
    server,
    account,
  } = options;
  // An earlier test may have left unsaved work.
  localStorage.clear();
  if (account) signInAs(account);
  let version = 1;
  const saved: Content[] = [];
  const said: string[] = [];
  const store = new DraftStore(
    {
      load: async () => ({ version, content: saved.at(-1) ?? content }),
      save: async (next) => {
        saved.push(next);
        version += 1;
        return { kind: 'saved', version };
      },
      publish: async () => releases.length + 1,
      ...server,
    },
    storedWork('carla'),
    50,
  );
  const client = clientWith(releases, storedPictures);
  const Studio = () => {
    const [parameters, setParameters] = useState(at);
    const set = (changes: Readonly<Record<string, string>>) =>
      setParameters((all) => ({ ...all, ...changes }));
    const location: ListLocation = {
      ...section.location,
      search: parameters['search'] ?? '',
      setSearch: (search) => set({ search }),
      filter: (name) => parameters[name] ?? '',
      setFilters: set,
    };
    const Section = parameters['section'] === 'company' ? DraftCompany : DraftStudio;
    return <Section location={location} onDone={(message) => said.push(message)} {...useDraftStore(store)} />;
  };
  const studio = <Studio />;
  const { unmount } = await renderIn(
    language,
    <QueryClientProvider client={client}>
      <RoleContext value={role}>
        <SessionProvider>{account ? <SignedIn>{studio}</SignedIn> : studio}</SessionProvider>
      </RoleContext>
    </QueryClientProvider>,
    ['admin', 'studio', 'panels'],
  );
  return { store, saved, said, unmount };
}
