import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { User } from '@supabase/auth-js';
import type { ComponentType, ReactNode } from 'react';
import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { cellsOf } from '../admin/parts/files/exportFile.ts';
import type { Column } from '../admin/parts/list/List.tsx';
import { adminKey } from '../admin/parts/useChange.ts';
import {
  OnDoneContext,
  useListLocation,
  type ListLocation,
  type SectionProps,
} from '../admin/parts/section.ts';
import type { SectionId } from '../admin/registry/sections.ts';
import { sessionStorageKey } from '../data/environment.ts';
import { userOf } from '../session/machine.ts';
import type { ListedDriver } from '../data/drivers/driverRecords.ts';
import type { Account } from '../data/accounts/users.ts';
import type { Belongings } from '../data/documents/belongings.ts';
import type { DocumentCounts } from '../data/documents/documentRecords.ts';
import type { DocumentKind } from '../data/documents/documents.ts';
import type { StaffLanguage } from '../../shared/staff-languages.ts';
import { SessionProvider, useSession } from '../session/SessionProvider.tsx';
import { writeCsv } from '../util/csv.ts';
import { user } from './accounts.ts';
import { driver } from './panels.tsx';
import { renderIn } from './render.tsx';

const nothing = () => undefined;
const photo = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

/** Drivers in every state that the list shows. */
export const drivers: readonly ListedDriver[] = [
  { ...driver, name: 'Maximiliano Hernández-Valenzuela de la Fuente', shares_driver_code: false },
  {
    ...driver,
    id: 'unapproved',
    name: 'Espera Rojas',
    approved: false,
    state: 'waiting',
    shares_driver_code: true,
  },
  {
    ...driver,
    id: 'unverified',
    name: 'Registrada Soto',
    approved_at: null,
    state: 'waiting',
    shares_driver_code: false,
  },
  {
    ...driver,
    id: 'photo',
    name: 'Diego Fuentes',
    photo_url: photo,
    pending_photo_url: photo,
    shares_driver_code: false,
  },
  { ...driver, id: 'invited', name: 'Invitada Vera', state: 'invited', shares_driver_code: false },
  { ...driver, id: 'left', name: 'Retirado Lagos', state: 'left', shares_driver_code: false },
];

const account: Account = {
  id: '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b13',
  email: user.email!,
  role: 'driver',
  blocked: false,
  created_at: '2026-03-01T12:00:00Z',
  last_sign_in_at: null,
  has_second_factor: false,
  driver,
};

/** Accounts in every state that the list shows; the last one is the administrator's own. */
export const accounts: readonly Account[] = [
  account,
  {
    ...account,
    id: '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b12',
    email: 'bloqueada@example.com',
    blocked: true,
    driver: null,
  },
  { ...account, id: user.id, email: 'carla@example.com', role: 'admin', driver: null },
];

const documentKinds: readonly DocumentKind[] = [
  { id: 'kind-1', owner: 'driver', name: 'Licencia A1', critical: true, sort: 10, created_at: '' },
  {
    id: 'kind-2',
    owner: 'vehicle',
    name: 'Permiso de circulación',
    critical: true,
    sort: 40,
    created_at: '',
  },
];
const documentCounts: DocumentCounts = { expired: 1, within_7: 1, within_14: 0, within_30: 0, waiting: 1 };

const belongings: Belongings = {
  documents: 12,
  files: 8,
  pastShifts: 1340,
  shiftDays: 365,
  openShift: 'BBCD12',
};

const location: ListLocation = {
  search: '',
  page: 1,
  setSearch: nothing,
  setPage: nothing,
  filter: () => '',
  setFilters: nothing,
  record: '',
  act: '',
  addressOf: () => '',
  open: nothing,
  close: nothing,
  leave: nothing,
};

/** The props of a section whose list is on its first page. */
export const section: SectionProps = {
  location,
  ownId: user.id,
  hidden: new Set(),
  onDone: nothing,
  onRemove: (close) => close(),
};

interface AddressedProps extends Partial<SectionProps> {
  readonly id: SectionId;
  readonly of: ComponentType<SectionProps>;
}

/** A section that opens and closes its records in the address of the page, as in the panel. */
export function Addressed({ id, of: Section, ...props }: AddressedProps) {
  const { onDone = nothing } = props;
  return (
    <OnDoneContext value={onDone}>
      <Section {...section} {...props} location={useListLocation([id])} />
    </OnDoneContext>
  );
}

/** Children of somebody who is signed in; nothing before. */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  return userOf(useSession().state) && children;
}

/** Lets an administrator begin the next pages of this test signed in. */
export function signInAs(id: string): void {
  const account: User = { ...user, id, app_metadata: { role: 'admin' } };
  const expires = Math.floor(Date.now() / 1000) + 3_600;
  const session = { user: account, access_token: 'access', refresh_token: 'refresh', expires_at: expires };
  localStorage.setItem(sessionStorageKey(), JSON.stringify(session));
  onTestFinished(() => localStorage.clear());
}

/**
 * Renders a part of the administration panel, with lists that have been loaded.
 * @param rows the rows of a list, by its name in the cache and its search
 */
export function renderPanel(
  language: StaffLanguage,
  node: ReactNode,
  ...lists: readonly (readonly [name: string, search: unknown, rows: readonly unknown[]])[]
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  for (const [name, search, rows] of lists)
    client.setQueryData([adminKey, name, search, 1], { rows, page: 1, total: 10_000 });
  client.setQueryData([adminKey, 'has-shifts'], true);
  client.setQueryData([adminKey, 'has-reviews'], true);
  client.setQueryData([adminKey, 'document-kinds'], documentKinds);
  client.setQueryData([adminKey, 'document-counts'], documentCounts);
  client.setQueryDefaults([adminKey, 'belongings'], { initialData: belongings, staleTime: Infinity });
  client.setQueryDefaults([adminKey, 'linkedDevices'], { initialData: [], staleTime: Infinity });
  return renderIn(
    language,
    <QueryClientProvider client={client}>
      <SessionProvider>{node}</SessionProvider>
    </QueryClientProvider>,
    ['account', 'admin', 'audit', 'factors', 'documents', 'passkeys'],
  );
}

/** The file that the list with these columns writes for rows. */
export async function fileOf<Row>(
  useColumns: () => readonly Column<Row>[],
  rows: readonly Row[],
  language: StaffLanguage = 'es',
): Promise<string> {
  const FileText = () => {
    const cells = cellsOf(useColumns());
    const lines = rows.map((row) => Object.values(cells).map((text) => text(row)));
    return <pre data-testid="file">{writeCsv([Object.keys(cells), ...lines])}</pre>;
  };
  const shown = await renderPanel(language, <FileText />);
  const file = page.getByTestId('file');
  await expect.element(file).toBeInTheDocument();
  const { textContent: text } = file.element();
  await shown.unmount();
  return text;
}
