import type { Report, ReportSubject, ReportTotals } from '../data/company/report.ts';

const quiet: ReportTotals = {
  reviews: 0,
  stars: 0,
  low: 0,
  reasons: { driving: 0, vehicle: 0, price: 0, route: 0, punctuality: 0, treatment: 0 },
  shifts: 0,
  shift_seconds: 0,
  devices: 0,
  cases: [],
  usage: [],
};

const drivers = ['Maximiliano Hernández-Valenzuela de la Fuente', 'Ana Soto', 'Bruno Muñoz', 'Carla Rojas'];

const subject = (index: number, name: string): ReportSubject => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  name,
  code: `C-${index}`,
  reviews: 12,
  stars: 48,
  low: 4 - index,
  reviews_before: 10,
  stars_before: 45,
  low_before: 1,
});

/** A month of a company with reviews, cases, shifts and devices. */
export const busyMonth: Report = {
  since: '2026-11-01',
  until: '2026-11-30',
  since_before: '2026-10-01',
  until_before: '2026-10-31',
  now: {
    reviews: 1_240,
    stars: 5_580,
    low: 124,
    reasons: { driving: 12, vehicle: 3, price: 40, route: 9, punctuality: 0, treatment: 5 },
    shifts: 410,
    shift_seconds: 3_690_000,
    devices: 18,
    cases: [
      { kind: 'lost', cases: 7, answered: 6, answer_seconds: 129_600 },
      { kind: 'complaint', cases: 3, answered: 0, answer_seconds: 0 },
    ],
    usage: [
      { name: 'airport', language: 'en', uses: 300 },
      { name: 'airport', language: 'es', uses: 520 },
      { name: 'whatsappCode', language: 'de', uses: 41 },
    ],
  },
  before: {
    ...quiet,
    reviews: 1_100,
    stars: 5_170,
    low: 99,
    reasons: { ...quiet.reasons, price: 22, punctuality: 4 },
    cases: [{ kind: 'receipt', cases: 2, answered: 2, answer_seconds: 7_200 }],
    usage: [{ name: 'tours', language: 'es', uses: 8 }],
  },
  curve: Array.from({ length: 30 }, (_, index) => ({
    day: `2026-11-${String(index + 1).padStart(2, '0')}`,
    reviews: 40 + (index % 7),
    stars: 180,
    low: index % 5,
    shift_seconds: 120_000 + index * 1_000,
  })),
  drivers: drivers.map((name, index) => subject(index, name)),
  vehicles: [subject(4, 'BBCD12'), { ...subject(5, ''), name: null }],
  idle: {
    count: 12,
    rows: drivers.slice(1).map((name, index) => ({ id: `d${index}`, name, code: `C-${index}` })),
  },
  expiring: { month: '2026-12', count: 4 },
};

/** A company that uses none of it. */
export const emptyMonth: Report = {
  ...busyMonth,
  now: quiet,
  before: quiet,
  curve: busyMonth.curve.map(({ day }) => ({ day, reviews: 0, stars: 0, low: 0, shift_seconds: 0 })),
  drivers: [],
  vehicles: [],
  idle: null,
  expiring: { month: '2026-12', count: 0 },
};
