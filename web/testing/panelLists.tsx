import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { vi } from 'vitest';
import { exampleVehicle } from '../../shared/testing/records.ts';
import type { Language } from '../../shared/languages.ts';
import { staffLanguageOf } from '../../shared/staff-languages.ts';
import type { StaffRole } from '../../shared/roles.ts';
import AdminScreen from '../admin/AdminScreen.tsx';
import { adminKey } from '../admin/parts/useChange.ts';
import { sections, type SectionId } from '../admin/registry/sections.ts';
import type { AuditEntry } from '../data/company/auditEntry.ts';
import type { ListedDriver } from '../data/drivers/driverRecords.ts';
import type { Account } from '../data/accounts/users.ts';
import type { Announcement } from '../data/announcements/announcementRecords.ts';
import type { PrintedCard } from '../data/cards/printedCards.ts';
import type { RightsRequest } from '../data/tickets/rightsRequests.ts';
import type { PassengerCase } from '../data/tickets/cases.ts';
import type { ListedDevice } from '../data/devices/deviceRecords.ts';
import type { FleetDocument } from '../data/documents/documents.ts';
import type { ListedReview, ReviewFilter } from '../data/reviews/reviewRecords.ts';
import type { ShiftRecord } from '../data/shifts/shiftRecords.ts';
import type { Trip, TripFilter } from '../data/trips/trips.ts';
import type { ListedVehicle } from '../data/vehicles/vehicles.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { user } from './accounts.ts';
import { accounts, drivers } from './administration.tsx';
import { credential, printedReceipt } from './printedCards.ts';
import { renderIn } from './render.tsx';
import { busyDay, busyDraft } from './today.ts';

const people = ['Ana Soto', 'Bruno Muñoz Echeverría', 'Carolina Hernández', 'Diego Fuentes Rojas'];
/** With both surnames, as in Chile: a phone needs two lines for each. */
const fullNames = ['Ana Soto Lagos', 'Manuel Cárdenas Pino', 'Rosa Quilodrán Muñoz', 'Diego Fuentes Rojas'];
const version = 'a1b2c3d4';
const seen = '2026-11-24T12:30:00Z';

/** The id of a row, as the address of its dialog has it. */
export const rowId = (index: number): string => `0b6c2d52-6c1c-4a53-9a0e-${String(index).padStart(12, '0')}`;

/** A page of a list, each row made from its number. */
const pageOf = <Row,>(make: (index: number, name: string, plate: string) => Row): readonly Row[] =>
  Array.from({ length: 25 }, (_, index) => make(index, people[index % people.length]!, `BBCD${10 + index}`));

/** Drivers as a company has them: those who wait first, and one who is invited. */
const driverRows = pageOf<ListedDriver>((index, _, plate) => ({
  ...drivers[0]!,
  id: `driver-${index}`,
  name: fullNames[index % fullNames.length]!,
  license_plate: plate,
  driver_code: `C-${100 + index}`,
  review_count: index,
  approved: index >= 8,
  has_account: index !== 9,
  state: index < 8 ? 'waiting' : index === 9 ? 'invited' : 'active',
}));

const vehicleRows = pageOf<ListedVehicle>((index, name, plate) => ({
  ...exampleVehicle,
  id: `vehicle-${index}`,
  license_plate: plate,
  created_at: seen,
  version: 1,
  drivers: index % 3 === 0 ? [{ id: 'd', name, license_plate: plate }] : [],
  shift: { id: `shift-${index}`, started_at: seen, driver_id: 'd', name },
}));

const shiftRows = pageOf<ShiftRecord>((index, name, plate) => ({
  id: rowId(index),
  driver_id: 'driver',
  driver_name: name,
  driver_code: `C-${100 + index}`,
  driver_phone: '+56987654321',
  license_plate: plate,
  device_name: `Auto ${index}`,
  started_at: '2026-11-24T11:05:00Z',
  ended_at: index % 3 === 0 ? null : '2026-11-24T20:35:00Z',
  lasts_until: '2026-11-24T20:35:00Z',
  forgotten: index % 6 === 0,
  idle: false,
}));

export const caseRows = pageOf<PassengerCase>((index, name, plate) => ({
  id: `case-${index}`,
  number: `${482_190 + index}`,
  kind: index % 2 === 0 ? 'lost' : 'complaint',
  state: 'new',
  is_closed: false,
  language: 'de',
  body: 'Mein Handy liegt auf dem Rücksitz, wir sind gegen 21 Uhr am Hotel ausgestiegen.',
  happened_at: seen,
  place: 'LA 705',
  email: 'anna@example.de',
  phone: null,
  consented_at: seen,
  photo: null,
  driver_id: 'driver',
  vehicle_id: null,
  shift_id: null,
  driver_name: name,
  license_plate: plate,
  due_on: '2026-12-03',
  created_at: seen,
  answered_at: null,
  closed_at: null,
  forgotten_at: null,
  is_held: false,
}));

export const announcementRows = pageOf<Announcement>((index, name, plate) => ({
  id: `announcement-${index}`,
  body: 'Desde el lunes la Ruta 68 está cortada en el túnel Lo Prado entre las 23:00 y las 6:00. Usen la Ruta 5.',
  language: 'es',
  policy_version: null,
  audience: (['all', 'drivers', 'vehicles'] as const)[index % 3]!,
  names: [[], [name, 'Diego Fuentes Rojas', 'Elena Pérez'], [plate]][index % 3]!,
  targets: [0, 5, 1][index % 3]!,
  valid_until: index % 5 === 4 ? '2026-11-20' : '2100-11-30',
  created_at: seen,
  withdrawn_at: null,
  author: 'carla@example.com',
  recipients: 22,
  reads: 18,
}));

export const cardRows = pageOf<PrintedCard>((index, name, plate) => ({
  ...(index % 2 === 0 ? credential : printedReceipt),
  id: `card-${index}`,
  folio: 200 - index,
  driver_name: name,
  license_plate: plate,
}));

export const rightsRows = pageOf<RightsRequest>((index, name) => ({
  id: `request-${index}`,
  number: `${482_190 + index}`,
  kind: index % 2 === 0 ? 'erasure' : 'rectification',
  person: index % 2 === 0 ? 'passenger' : 'driver',
  channel: 'page',
  outcome: null,
  is_closed: false,
  language: 'de',
  name,
  body: 'Bitte löschen Sie alle Daten zu meiner Fahrt vom 3. November.',
  email: 'anna@example.de',
  phone: null,
  link_mail: 'sent',
  confirmed_at: null,
  account_id: null,
  received_on: '2026-11-24',
  due_on: '2026-12-24',
  extension_reason: null,
  created_at: seen,
  closed_at: null,
  proof: null,
  proved_account_id: null,
}));

export const reviewRows = pageOf<ListedReview>((index, name, plate) => ({
  id: rowId(index),
  rating: 1 + (index % 5),
  reasons: index % 5 < 3 ? ['punctuality', 'treatment'] : [],
  comment: null,
  by_link: index % 2 === 0,
  created_at: seen,
  driver_id: '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b10',
  driver_name: name,
  driver_code: `C-${100 + index}`,
  vehicle_id: '0b6c2d52-6c1c-4a53-9a0e-3f9d4a1c2b11',
  license_plate: plate,
  hidden_at: index % 7 === 3 ? seen : null,
  hidden_by: index % 7 === 3 ? 'olga@example.com' : null,
  hidden_reason: index % 7 === 3 ? 'Calificó el viaje de otra empresa' : null,
  note: index % 4 === 1 ? 'Hablé con la conductora' : null,
}));

const documentRows = pageOf<FleetDocument>((index, name, plate) => ({
  id: rowId(index),
  kind_id: 'kind-1',
  kind: index % 2 === 0 ? 'Licencia A1' : 'Permiso de circulación',
  owner: 'driver',
  driver_id: 'driver',
  vehicle_id: null,
  owner_name: name,
  license_plate: plate,
  number: '12.345.678-9',
  issued_on: '2024-01-31',
  expires_on: '2026-12-01',
  days_left: index,
  state: 'within_7',
  file: null,
  critical: true,
  verified_at: index % 3 === 0 ? null : seen,
  override_until: null,
  override_reason: null,
  version: 1,
  driver_code: null,
}));

const deviceRows = pageOf<ListedDevice>((index, name, plate) => ({
  id: rowId(index),
  name: `Auto ${index}`,
  driver_id: 'driver',
  driver_name: name,
  license_plate: plate,
  in_shift: index % 2 === 0,
  states: index % 4 === 0 ? ['offline'] : [],
  app_version: version,
  content_release: 12,
  last_seen: seen,
  last_painted_at: seen,
  battery: 81,
  charging: true,
  network: '4g',
  storage_used: 25_000_000,
  storage_persisted: true,
  wake_lock: 'held',
  clock_offset_ms: 340,
  unsent_ratings: 0,
  screen: 'home',
  last_error: null,
  report: null,
  reported_at: null,
  wanted_action: null,
  wanted_at: null,
  done_action: null,
  done_at: null,
}));

const userRows = pageOf<Account>((index, _, plate) => ({
  ...accounts[0]!,
  id: rowId(index),
  email: `conductor.${index}@example.com`,
  driver: index % 2 === 0 ? { ...drivers[1]!, license_plate: plate } : null,
}));

const auditRows = pageOf<AuditEntry>((index) => ({
  id: `entry-${index}`,
  payload: {
    action: index % 2 === 0 ? 'login' : 'shift_ended',
    actor_id: user.id,
    actor_username: `conductor.${index}@example.com`,
    traits: index % 2 === 0 ? { method: 'password', provider: 'email' } : { target: 'shift:1' },
  },
  subject: { driver: { id: drivers[0]!.id, name: drivers[0]!.name }, vehicle: { id: '1', name: 'GKGK39' } },
  created_at: seen,
  ip_address: '203.0.113.66',
}));

export const tripRows = pageOf<Trip>((index, name, plate) => ({
  id: rowId(index),
  code: `KM${'RATCD'[index % 5]}${'AEHKM'[Math.floor(index / 5)]}X`,
  group_id: null,
  source: 'message',
  state: index % 4 === 0 ? 'requested' : 'confirmed',
  is_live: index % 4 !== 0,
  reason: null,
  day: index < 14 ? '2026-12-05' : '2026-12-06',
  clock: index === 13 ? '23:10' : `${String(6 + (index % 14)).padStart(2, '0')}:30`,
  second_hour: false,
  other_day: index === 13 ? '2026-12-06' : null,
  landing_day: null,
  landing_clock: null,
  buffer_minutes: 30,
  pickup_at: '2026-12-05T12:30:00Z',
  minutes: 45,
  direction: index % 2 === 0 ? 'from' : 'to',
  route: 'providencia',
  flight: index % 2 === 0 ? 'LA705' : null,
  people: 1 + (index % 4),
  bags: index % 3,
  child_ages: index % 5 === 0 ? [3, 6] : [],
  wheelchair: index % 9 === 0,
  pesos: index % 6 === 5 ? null : 24_000,
  price_release: 12,
  price_check: 'same',
  payment: 'card',
  language: 'de',
  agency: index % 4 === 1 ? 'Turismo Andes' : null,
  voucher: index % 4 === 1 ? `TA-${index}` : null,
  driver_id: index % 3 === 0 ? null : '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b10',
  vehicle_id: null,
  is_external: false,
  told_at: null,
  untold: [],
  changed_at: null,
  replied_at: null,
  created_at: seen,
  updated_at: seen,
  version: 3,
  is_forgotten: false,
  name: fullNames[index % fullNames.length]!,
  phone: '+4915123456789',
  email: null,
  from_text: index % 2 === 0 ? null : 'Hotel Plaza San Francisco',
  to_text: index % 2 === 0 ? 'Hotel Plaza San Francisco' : null,
  sign_text: null,
  note: null,
  external_name: null,
  external_phone: null,
  external_plate: null,
  message: null,
  proposal: null,
  driver_name: index % 3 === 0 ? null : name,
  driver_phone: null,
  license_plate: index % 3 === 0 ? null : plate,
  seats: 4,
  needs: index % 4 === 0 ? ['request', 'reply'] : index % 3 === 0 ? ['driver', 'told', 'late'] : ['told'],
}));

export const noTripFilter: TripFilter = {
  search: '',
  day: '',
  state: '',
  need: '',
  driver: '',
  agency: '',
  from: '',
  until: '',
};

export const noReviewFilter: ReviewFilter = {
  search: '',
  driver: '',
  vehicle: '',
  stars: 'low',
  reason: '',
  state: '',
  from: '',
  until: '',
  sort: '',
};

/** By section: the filter of an address without one, and a full page. */
export const longLists = {
  drivers: [{ search: '', state: '' }, driverRows],
  vehicles: [{ search: '' }, vehicleRows],
  shifts: [{ search: '', state: '', day: '', hour: '', from: '', until: '', driver: '' }, shiftRows],
  documents: [{ search: '', state: '', owner: '', kind: '', month: '', subject: '' }, documentRows],
  trips: [noTripFilter, tripRows],
  cases: [{ search: '', state: '', kind: '', driver: '', from: '', until: '' }, caseRows],
  announcements: [{ search: '', state: '' }, announcementRows],
  printing: [{ search: '', kind: '' }, cardRows],
  reviews: [noReviewFilter, reviewRows],
  devices: [{ search: '', state: '' }, deviceRows],
  users: [{ search: '', role: '' }, userRows],
  rights: [{ search: '', state: '', kind: '' }, rightsRows],
  audit: [{ search: '', action: '', refused: '', from: '', until: '' }, auditRows],
} as const satisfies Partial<Record<SectionId, readonly [filter: unknown, rows: readonly unknown[]]>>;

const counts = { fine: 20, offline: 5, dark: 0, battery: 0, old: 0, release: 0, clock: 0, ratings: 0 };

export interface Opening {
  readonly language?: Language;
  readonly role?: StaffRole;
  /** The id of the record whose page is open. */
  readonly record?: string;
  /** The address, such as `?section=vehicles&record=…`. Default: that of the section. */
  readonly at?: string;
  /** Selects the first sign of the section. Default: a row. */
  readonly sign?: string;
  /** Further responses, each with its key in the cache. */
  readonly loaded?: readonly (readonly [key: readonly unknown[], data: unknown])[];
}

/** Opens the panel as a role sees it, with a full page of a section's list. */
export async function openSection(
  id: SectionId,
  { language = 'es', role = 'admin', record, at, loaded = [], sign = 'main tbody tr, main li' }: Opening = {},
) {
  // The documents begin with their grid.
  const place = new URLSearchParams({ section: id, ...(id === 'documents' && { view: 'list' }) });
  if (record) place.set('record', record);
  history.replaceState(null, '', at ?? `?${place}`);
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity, refetchOnMount: false } },
  });
  for (const [name, [filter, rows]] of Object.entries(longLists))
    client.setQueryData([adminKey, name, filter, 1], { rows, page: 1, total: 10_000, counts });
  client.setQueryData([adminKey, 'has-shifts'], true);
  client.setQueryData([adminKey, 'has-reviews'], true);
  client.setQueryData([adminKey, 'document-kinds'], []);
  client.setQueryData([adminKey, 'document-counts'], {
    expired: 1,
    within_7: 1,
    within_14: 0,
    within_30: 0,
    waiting: 9,
  });
  client.setQueryData(['served-version'], version);
  client.setQueryDefaults([adminKey, 'trip-agencies'], {
    initialData: ['Turismo Andes'],
    staleTime: Infinity,
  });
  client.setQueryData([adminKey, 'today'], busyDay);
  client.setQueryData(...busyDraft);
  client.setQueryData([adminKey, 'rights-due'], []);
  client.setQueryData([adminKey, 'cases-due'], { count: 4, late: 1, rows: [] });
  // Fresh for longer than any test takes: a search asks again after ten seconds.
  const updatedAt = Date.now() + 3_600_000;
  for (const [key, data] of loaded) client.setQueryData(key, data, { updatedAt });
  const staff = staffLanguageOf(language);
  const namespaces = Object.values(sections).flatMap((section) => section.namespaces);
  await Promise.all(namespaces.map((name) => loadNamespace(name, staff)));
  const rendered = await renderIn(
    language,
    <QueryClientProvider client={client}>
      <SessionProvider>
        <AdminScreen user={{ ...user, app_metadata: { role } }} />
      </SessionProvider>
    </QueryClientProvider>,
    ['cards', 'ownReviews', 'reasons', 'account', 'factors', 'passkeys', 'shift', 'numbers'],
  );
  await vi.waitUntil(() => document.querySelector(sign), { timeout: 10_000 });
  // Lines of the fallback font break elsewhere, and rows are higher with them.
  await document.fonts.ready;
  return rendered;
}
