import type { DueCases, Today, TodayLine, TodaySteps } from '../data/company/today.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const done: TodaySteps = {
  company: { name: true, number: '+56911112222', tried: true },
  prices: true,
  claims: true,
  vehicles: true,
  drivers: true,
  devices: true,
  policy: true,
};

/** A company that has just been installed. */
export const firstDay: Today = {
  steps: {
    company: { name: false, number: '', tried: false },
    prices: false,
    claims: false,
    vehicles: false,
    drivers: false,
    devices: false,
    policy: false,
  },
  shifts: null,
  draft: null,
  trips: null,
  lines: [],
};

/** A company that is set up and has no vehicles, on a day on which nothing needs anybody. */
export const quietDay: Today = { steps: done, shifts: null, draft: null, trips: null, lines: [] };

/** The company's name and number are there; nobody has tried the number. */
export const untriedNumber: Today = {
  ...firstDay,
  steps: { ...firstDay.steps, company: { name: true, number: '+56911112222', tried: false }, prices: true },
};

const driver = { id: 'd1', name: 'Maximiliano Hernández-Valenzuela', plate: 'BBCD12', code: 'C-104' };
const device = { id: 't1', name: 'Auto 7', driver: 'Ana Soto', plate: 'BBCD12', since: ago(130) };
const document = {
  id: 'p1',
  driver_id: null,
  vehicle_id: 'v1',
  name: null,
  plate: 'BBCD12',
  kind: 'Revisión técnica',
};
const lines: readonly TodayLine[] = [
  {
    id: 'waiting',
    count: 7,
    rows: [1, 2, 3, 4, 5].map((each) => ({ ...driver, id: `w${each}`, since: ago(each * 60) })),
  },
  { id: 'photos', count: 1, rows: [driver] },
  {
    id: 'reviews',
    count: 2,
    rows: [
      {
        id: 'r1',
        driver_id: '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b10',
        name: 'Ana Soto',
        rating: 1,
        comment: 'Llegó veinte minutos tarde.',
        since: ago(50),
      },
      { id: 'r2', driver_id: null, name: null, rating: 3, comment: null, since: ago(300) },
    ],
  },
  { id: 'offline', count: 1, rows: [{ ...device, in_shift: true }] },
  { id: 'battery', count: 1, rows: [{ ...device, name: '', battery: 12 }] },
  { id: 'release', count: 1, rows: [{ ...device, release: 4 }] },
  { id: 'unverified', count: 1, rows: [{ ...document, driver_id: 'd1', name: 'Ana Soto', since: ago(90) }] },
  { id: 'expired', count: 1, rows: [{ ...document, expires_on: '2026-11-20', days: -6 }] },
  { id: 'expiring', count: 1, rows: [{ ...document, expires_on: '2026-11-29', days: 3 }] },
  {
    id: 'missing',
    count: 8,
    rows: [
      { id: 'v1', owner: 'vehicle', name: null, plate: 'BBCD12', since: ago(9000), kinds: ['SOAP', 'RNSTP'] },
    ],
  },
  { id: 'mail', count: 3, rows: [{ id: 'mail', since: ago(200), succeeded_at: null, reason: 'EAUTH' }] },
  {
    id: 'backup',
    count: 1,
    rows: [{ id: 'backup', since: ago(3000), succeeded_at: ago(4500), reason: 'ENOSPC' }],
  },
];

export const noCases: DueCases = { rows: [], count: 0, late: 0 };

/** On 26 November 2026, one case is a day late and three are in time. */
export const waitingCases: DueCases = {
  rows: [
    { id: 'c1', number: '875282', kind: 'complaint', due_on: '2026-11-25' },
    { id: 'c2', number: '482190', kind: 'lost', due_on: '2026-11-26' },
    { id: 'c3', number: '482191', kind: 'receipt', due_on: '2026-11-27' },
    { id: 'c4', number: '482192', kind: 'accessibility', due_on: '2026-12-01' },
  ],
  count: 4,
  late: 1,
};

/** A day with one line of each kind that the server finds. */
export const busyDay: Today = {
  steps: done,
  shifts: {
    on: { count: 7, rows: [{ id: 's1', name: 'Ana Soto', plate: 'BBCD12', since: ago(70) }] },
    off: { count: 5, rows: [{ id: 's2', name: 'Bruno Muñoz', plate: null, since: null }] },
  },
  draft: { version: 7, release: 3, since: ago(200), by: 'olga@example.com' },
  trips: null,
  lines,
};

/** The cached count of the changes of that day's draft. */
export const busyDraft = [['unpublished', 7, 3], 2] as const;
