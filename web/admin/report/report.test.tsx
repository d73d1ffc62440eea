import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import type { Report } from '../../data/company/report.ts';
import type { TripFigures } from '../../data/trips/tripReport.ts';
import { report as spanish } from '../../i18n/es/fleet/report.ts';
import { admin } from '../../i18n/es/admin.ts';
import { reasons } from '../../i18n/es/reasons.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { section } from '../../testing/administration.tsx';
import { devices, expectAccessibleInBothThemes, expectFitsEverywhere, phone } from '../../testing/looks.ts';
import { rowId } from '../../testing/panelLists.tsx';
import { renderIn } from '../../testing/render.tsx';
import { busyMonth, emptyMonth } from '../../testing/report.ts';
import { content } from '../../testing/sampleContent.ts';
import { OnDoneContext, type ListLocation } from '../parts/section.ts';
import { adminKey } from '../parts/useChange.ts';
import { linesOf } from './reportFile.ts';
import ReportSection from './ReportSection.tsx';

const [wide] = devices;
beforeEach(() => page.viewport(wide.width, wide.height));

const tripFigures: readonly TripFigures[] = [
  { part: 'total', id: '', name: null, trips: 412, no_shows: 6, pesos: 8_240_000 },
  {
    part: 'driver',
    id: rowId(1),
    name: 'Maximiliano Hernández-Valenzuela',
    trips: 96,
    no_shows: 2,
    pesos: 1_980_000,
  },
  { part: 'driver', id: rowId(2), name: null, trips: 4, no_shows: 0, pesos: 80_000 },
  { part: 'route', id: 'centro', name: null, trips: 120, no_shows: 1, pesos: 2_100_000 },
  { part: 'agency', id: 'Andes Tours', name: 'Andes Tours', trips: 31, no_shows: 0, pesos: 640_000 },
  { part: 'method', id: 'cash', name: null, trips: 300, no_shows: 0, pesos: 6_000_000 },
];

/** The address of the report's month. */
const november = { period: '', from: '2026-11-12', until: '' };

interface Trips {
  readonly trips?: readonly TripFigures[];
  readonly tripsBefore?: readonly TripFigures[];
}

async function open(
  report: Report,
  language: StaffLanguage = 'es',
  filters: Readonly<Record<string, string>> = november,
  onDone = section.onDone,
  { trips = report === emptyMonth ? [] : tripFigures, tripsBefore = [] }: Trips = {},
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData([adminKey, 'report', report.since, report.until], report);
  client.setQueryData([adminKey, 'trip-report', report.since, report.until], trips);
  client.setQueryData([adminKey, 'trip-report', report.since_before, report.until_before], tripsBefore);
  const changes: Readonly<Record<string, string>>[] = [];
  const location: ListLocation = {
    ...section.location,
    filter: (name) => filters[name] ?? '',
    setFilters: (change) => changes.push(change),
  };
  await renderIn(
    language,
    <QueryClientProvider client={client}>
      <OnDoneContext value={onDone}>
        <ReportSection location={location} />
      </OnDoneContext>
    </QueryClientProvider>,
    ['admin', 'report', 'reasons', 'cases'],
  );
  return changes;
}

const link = (name: string | RegExp) => page.getByRole('link', { name }).first();
const addressOf = (name: string | RegExp) => link(name).element().getAttribute('href');

test('each total stands beside the one before, and opens the list that it counts', async () => {
  await open(busyMonth);
  const { totals } = spanish;
  await expect.element(link(new RegExp(`^${totals.reviews}\\s*1\\.?240\\s*antes 1\\.?100`))).toBeVisible();
  await expect.element(link(new RegExp(`^${totals.average}\\s*4,5\\s*antes 4,7`))).toBeVisible();
  await expect.element(link(new RegExp(`^${totals.lowShare}\\s*10 %\\s*antes 9 %`))).toBeVisible();
  await expect.element(link(new RegExp(`^${totals.answerHours}\\s*6,0 h\\s*antes 1,0 h`))).toBeVisible();
  expect(addressOf(new RegExp(`^${totals.lowShare}`))).toBe(
    '?section=reviews&from=2026-11-01&until=2026-11-30&state=shown&stars=low',
  );
  expect(addressOf(new RegExp(`^${totals.cases}`))).toBe('?section=cases&from=2026-11-01&until=2026-11-30');
  expect(addressOf(new RegExp(`^${spanish.expiring('diciembre')}`))).toBe(
    '?section=documents&view=list&month=2026-12',
  );
  expect(addressOf(reasons.words.price)).toContain('&reason=price');
  expect(addressOf('BB·CD·12')).toContain('&vehicle=00000000-');
  expect(addressOf('Carla Rojas')).toContain('&driver=00000000-');
  expect(addressOf('Objeto perdido')).toBe('?section=cases&from=2026-11-01&until=2026-11-30&kind=lost');
  const period = 'from=2026-11-01&until=2026-11-30';
  for (const name of [totals.shifts, totals.hours])
    expect(addressOf(new RegExp(`^${name}`))).toBe(`?section=shifts&${period}`);
  expect(addressOf(new RegExp(`^${totals.answerHours}`))).toBe(`?section=cases&${period}&state=replied`);
  for (const name of [new RegExp(`^${spanish.idle}`), spanish.more('9')])
    expect(addressOf(name)).toBe(`?section=shifts&${period}&state=idle`);
  const worst = page.getByRole('row', { name: /BB·CD·12/ }).getByRole('link');
  expect(worst.last().element().getAttribute('href')).toContain('&stars=low');
});

test('a chart says its figures, and has them as a table behind it', async () => {
  await open(busyMonth);
  const chart = page.getByRole('img', { name: /Calificaciones: 1\.?240\. Promedio: 4,5/ });
  await expect.element(chart).toBeVisible();
  const part = page.getByRole('region', { name: spanish.curve.reviews });
  await part.getByText(spanish.asTable).click();
  const second = part.getByRole('row', { name: /2 nov 2026 41 4,4 1/ });
  await expect.element(second).toBeVisible();
  expect(second.getByRole('link').element().getAttribute('href')).toContain(
    'from=2026-11-02&until=2026-11-02',
  );
  await expect.element(page.getByRole('row', { name: /aeropuerto es 520 · en 300 820 0/ })).toBeVisible();
});

test('the period and the ones beside it stand in the address', async () => {
  const changes = await open(busyMonth);
  await page.getByRole('button', { name: spanish.earlier }).click();
  expect(changes.at(-1)).toEqual({ period: '', from: '2026-10-01', until: '' });
  await page.getByLabelText(spanish.period).selectOptions('week');
  expect(changes.at(-1)).toMatchObject({ period: 'week', until: '' });
  await page.getByLabelText(spanish.period).selectOptions('days');
  expect(changes.at(-1)).toEqual({ period: 'days', from: '2026-11-01', until: '2026-11-30' });
});

test('days of one’s own are chosen by their first and last', async () => {
  const days = { ...busyMonth, since: '2026-11-03', until: '2026-11-09' };
  const changes = await open(days, 'es', { period: 'days', from: '2026-11-03', until: '2026-11-09' });
  await page.getByLabelText(spanish.from).fill('2026-11-20');
  expect(changes.at(-1)).toEqual({ period: 'days', from: '2026-11-20', until: '2026-11-20' });
  await page.getByLabelText(spanish.until).fill('2026-11-12');
  expect(changes.at(-1)).toEqual({ period: 'days', from: '2026-11-03', until: '2026-11-12' });
});

test('a company that uses none of it reads in one sentence what the section is for', async () => {
  await open(emptyMonth);
  await expect.element(page.getByText(spanish.emptyHint)).toBeVisible();
  expect(page.getByRole('table').elements()).toEqual([]);
});

test('trips and what they brought come first, beside the period before', async () => {
  const before = { part: 'total', id: '', name: null, trips: 400, no_shows: 0, pesos: 8_000_000 } as const;
  await open(busyMonth, 'es', november, section.onDone, { tripsBefore: [before] });
  const totals = page.getByRole('list').first().getByRole('listitem');
  const { trips: t } = spanish;
  await expect.element(totals.nth(0)).toHaveTextContent(`${t.columns.trips}412antes 400`);
  await expect.element(totals.nth(1)).toHaveTextContent(`${t.income}$8.240.000antes $8.000.000`);
  const address = '?section=trips&state=done&from=2026-11-01&until=2026-11-30';
  await expect.element(totals.nth(1).getByRole('link')).toHaveAttribute('href', address);
});

test('a company with trips and no ratings has a report', async () => {
  await open(emptyMonth, 'es', november, section.onDone, { trips: tripFigures });
  await expect.element(page.getByRole('table', { name: spanish.trips.titles.driver })).toBeVisible();
  await expect.element(page.getByText(spanish.emptyHint)).not.toBeInTheDocument();
});

test('a company without trips reads nothing about them', async () => {
  await open(busyMonth, 'es', november, section.onDone, { trips: [] });
  await expect.element(link(new RegExp(`^${spanish.totals.reviews}`))).toBeVisible();
  await expect.element(page.getByText(spanish.trips.income)).not.toBeInTheDocument();
});

test('what trips brought stands by driver, route, agency and way of paying, and leads to the trips', async () => {
  await open(busyMonth);
  for (const title of Object.values(spanish.trips.titles))
    await expect.element(page.getByRole('table', { name: title })).toBeVisible();
  const drivers = page.getByRole('table', { name: spanish.trips.titles.driver });
  await expect.element(drivers.getByRole('row', { name: /Maximiliano.*96.*2.*1\.980\.000/ })).toBeVisible();
  await expect.element(drivers.getByText(spanish.deleted)).toBeVisible();
  expect(addressOf('Andes Tours')).toBe('?section=trips&from=2026-11-01&until=2026-11-30&agency=Andes+Tours');
});

test('a lost connection is said, and the report is asked for again', async () => {
  const served = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  onTestFinished(() => served.mockRestore());
  await open(busyMonth, 'es', { ...november, from: '2026-01-15' });
  await expect.element(page.getByText(spanish.loadFailed)).toBeVisible();
});

test('the file has a line for each figure, with decimal commas', async () => {
  const lines = await linesOf(busyMonth, [], []);
  expect(lines).toContainEqual({
    part: 'Total',
    name: spanish.totals.average,
    now: 4.5,
    before: 4.7,
    decimals: 2,
  });
  expect(lines.filter(({ part }) => part === spanish.titles.usage)).toMatchObject([
    { name: spanish.used.airport, now: 820, before: 0 },
    { name: spanish.used.whatsappCode, now: 41 },
    { name: spanish.used.tours, now: 0, before: 8 },
  ]);
});

test('the file has the trips by driver, route, agency and way of paying', async () => {
  const lines = await linesOf(busyMonth, tripFigures, content.routes);
  const { titles, columns } = spanish.trips;
  const of = (title: string) =>
    lines.filter(({ part }) => part === title).map(({ name, now, before }) => [name, now, before]);
  expect(of(titles.driver).slice(3)).toEqual([
    [`${spanish.deleted}: ${columns.trips}`, 4, null],
    [`${spanish.deleted}: ${columns.noShows}`, 0, null],
    [`${spanish.deleted}: ${columns.pesos}`, 80_000, null],
  ]);
  expect(of(titles.route)[0]).toEqual([`Centro: ${columns.trips}`, 120, null]);
  expect(of(titles.agency)[2]).toEqual([`Andes Tours: ${columns.pesos}`, 640_000, null]);
  expect(of(titles.method)).toEqual([
    [`Efectivo: ${columns.trips}`, 300, null],
    [`Efectivo: ${columns.pesos}`, 6_000_000, null],
  ]);
});

test('a file that cannot have the trips is not written, and the panel says why', async () => {
  const served = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  onTestFinished(() => served.mockRestore());
  const onDone = vi.fn();
  await open(busyMonth, 'es', november, onDone);
  await page.getByRole('button', { name: admin.selection.exportAll }).click();
  await expect.poll(() => onDone.mock.calls).toMatchObject([[expect.any(String), true]]);
});

test.for(staffLanguages)('the report fits every screen (%s)', async (language) => {
  const t = await loadNamespace('report', language);
  await open(busyMonth, language);
  await expect.element(page.getByRole('heading', { name: t.titles.usage })).toBeVisible();
  await expectFitsEverywhere();
});

test('the report is accessible on a phone and on a wide screen', async () => {
  const changes = await open(busyMonth);
  expect(changes).toEqual([]);
  for (const { width, height } of [wide, phone]) {
    await page.viewport(width, height);
    await expectAccessibleInBothThemes();
  }
});
