import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import type { RightsRequest } from '../../data/tickets/rightsRequests.ts';
import type { DueCases, Today } from '../../data/company/today.ts';
import type { Trip } from '../../data/trips/trips.ts';
import { admin } from '../../i18n/es/admin.ts';
import { common } from '../../i18n/es/common.ts';
import { trips as tripWords } from '../../i18n/es/fleet/trips.ts';
import { today as spanish } from '../../i18n/es/today.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { exampleTrip } from '../../testing/exampleTrip.ts';
import { devices, expectAccessibleInBothThemes, expectFitsEverywhere, phone } from '../../testing/looks.ts';
import { renderIn } from '../../testing/render.tsx';
import {
  busyDay,
  busyDraft,
  firstDay,
  noCases,
  quietDay,
  untriedNumber,
  waitingCases,
} from '../../testing/today.ts';
import { adminKey } from '../parts/useChange.ts';
import TodaySection from './TodaySection.tsx';

const [wide] = devices;
beforeEach(() => page.viewport(wide.width, wide.height));

interface Opening {
  readonly language?: StaffLanguage;
  readonly onDone?: () => undefined;
  /** About personal data, with a deadline that is near; null leaves them to the server. */
  readonly requests?: readonly RightsRequest[] | null;
  /** Null leaves them to the server. */
  readonly cases?: DueCases | null;
  /** The next ones. */
  readonly trips?: readonly Trip[];
}

function open(
  day: Today,
  { language = 'es', onDone = () => undefined, requests = [], cases = noCases, trips = [] }: Opening = {},
) {
  history.replaceState(null, '', '/');
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData([adminKey, 'today'], day);
  client.setQueryData(...busyDraft);
  client.setQueryData([adminKey, 'next-trips'], trips);
  if (requests) client.setQueryData([adminKey, 'rights-due'], requests);
  if (cases) client.setQueryData([adminKey, 'cases-due'], cases);
  return renderIn(
    language,
    <QueryClientProvider client={client}>
      <TodaySection onDone={onDone} />
    </QueryClientProvider>,
    ['admin', 'today', 'trips'],
  );
}

const region = (name: string) => page.getByRole('region', { name });
const link = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
const addressOf = (name: string) => link(name).element().getAttribute('href');

test('a company that has just begun sees seven steps, each one link, and nothing else', async () => {
  await open(firstDay);
  const steps = region(spanish.steps.title);
  await expect.element(steps.getByText(spanish.steps.progress('0', '7'))).toBeVisible();
  expect(steps.getByRole('listitem').all()).toHaveLength(7);
  for (const [step, address] of [
    ['company', '?section=company'],
    ['prices', '?section=content&view=prices'],
    ['claims', '?section=content&view=publish'],
    ['vehicles', '?section=vehicles'],
    ['drivers', '?section=drivers'],
    ['devices', '?section=devices'],
    ['policy', '?section=content&item=policy'],
  ] as const)
    expect(addressOf(spanish.steps[step].action)).toBe(address);
  await expect.element(page.getByRole('button', { name: spanish.steps.noVehicles })).toBeVisible();
  await expect.element(page.getByText(spanish.allWell)).not.toBeInTheDocument();
});

test('a number that is there is tried in the chat that passengers open', async () => {
  await open(untriedNumber);
  expect(addressOf(spanish.steps.try)).toBe('https://wa.me/56911112222');
  await expect.element(page.getByText(spanish.steps.tryNumber('+56 9 1111 2222'))).toBeVisible();
  const done = page.getByRole('list', { name: spanish.steps.done });
  await expect.element(done.getByText(spanish.steps.prices.title)).toBeVisible();
});

test('a good day is empty: all in order, no steps, no shifts', async () => {
  await open(quietDay);
  await expect.element(page.getByRole('heading', { name: spanish.allWell })).toBeVisible();
  await expect.element(region(spanish.steps.title)).not.toBeInTheDocument();
  expect(page.getByRole('link').all()).toEqual([]);
});

test('not all is in order while the deadlines of requests load or cannot be loaded', async () => {
  const answer = Promise.withResolvers<Response>();
  const spy = vi.spyOn(window, 'fetch').mockReturnValueOnce(answer.promise);
  onTestFinished(() => spy.mockRestore());
  await open(quietDay, { requests: null });
  await expect.element(page.getByText(common.loading)).toBeVisible();
  await expect.element(page.getByText(spanish.allWell)).not.toBeInTheDocument();
  answer.resolve(Response.json({ code: 'x', message: 'x' }, { status: 500 }));
  await expect.element(page.getByText(spanish.rightsFailed)).toBeVisible();
  await expect.element(page.getByText(spanish.allWell)).not.toBeInTheDocument();
  spy.mockResolvedValueOnce(Response.json([]));
  await page.getByRole('button', { name: common.retry }).click();
  await expect.element(page.getByRole('heading', { name: spanish.allWell })).toBeVisible();
  await expect.element(page.getByText(spanish.rightsFailed)).not.toBeInTheDocument();
});

/** Stops the date at noon of 26 November 2026 in Chile. */
function stopDate() {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T12:00:00-03:00') });
  onTestFinished(() => void vi.useRealTimers());
}

const request = {
  id: 'q1',
  number: '300100',
  kind: 'access',
  due_on: '2026-11-27',
} as RightsRequest;

test('the cases that wait for a reply come before all that waits, each with its deadline and its place', async () => {
  stopDate();
  await open(busyDay, { cases: waitingCases, requests: [request] });
  const headings = page.getByRole('heading', { level: 3 });
  await expect.element(headings.nth(0)).toHaveTextContent(spanish.shifts.title('7', '12'));
  await expect.element(headings.nth(1)).toHaveTextContent('1 caso atrasado, 3 por responder');
  await expect.element(headings.nth(2)).toHaveTextContent(spanish.lines.rights(1, '1'));
  const cases = region('1 caso atrasado, 3 por responder');
  const rows = cases.getByRole('listitem');
  for (const [index, text] of [
    'Reclamo 875282venció el mié 25 nov',
    'Objeto perdido 482190responde hoy',
    'Comprobante 482191responde hasta el vie 27 nov',
    'Accesibilidad 482192responde hasta el mar 1 dic',
  ].entries())
    await expect.element(rows.nth(index)).toHaveTextContent(text);
  // All rows are shown: no link to the whole list.
  const links = cases.getByRole('link').all();
  expect(links.map((each) => each.element().getAttribute('href'))).toEqual(
    ['c1', 'c2', 'c3', 'c4'].map((id) => `?section=cases&record=${id}`),
  );
  const opened = region(spanish.lines.rights(1, '1')).getByRole('link').first();
  await expect.element(opened).toHaveAttribute('href', `?section=rights&record=${request.id}`);
});

const tripRow = { id: 'p1', code: 'HKMPR', day: '2026-11-26', clock: '11:00', name: 'Ida', driver: null };
/** A busy day of a company with trips, of which two have three lines. */
const tripDay: Today = {
  ...busyDay,
  trips: 2,
  lines: [
    ...busyDay.lines,
    { id: 'trip_reply', count: 2, rows: [tripRow] },
    { id: 'trip_late', count: 1, rows: [tripRow] },
  ],
};
const nextTrips = ['11:00', '13:30', '15:00', '18:00', '23:10'].map((clock, index): Trip => {
  const day = index === 4 ? '2026-11-27' : '2026-11-26';
  const needs = index === 0 ? (['late', 'reply'] as const) : [];
  return { ...exampleTrip, id: `p${index + 1}`, day, clock, needs };
});

test('the day begins with the next trips; shifts, trips that need a hand, cases, documents and devices follow', async () => {
  stopDate();
  await open(tripDay, { cases: waitingCases, requests: [request], trips: nextTrips });
  const { lines, trips: t } = spanish;
  const headings = page.getByRole('heading', { level: 3 });
  for (const [index, text] of [
    t.titleWaiting('2'),
    spanish.shifts.title('7', '12'),
    lines.trip_late(1, '1'),
    lines.trip_reply(2, '2'),
    '1 caso atrasado, 3 por responder',
    lines.rights(1, '1'),
    lines.waiting(7, '7'),
    lines.photos(1, '1'),
    lines.reviews(2, '2'),
    lines.expired(1, '1'),
  ].entries())
    await expect.element(headings.nth(index)).toHaveTextContent(text);
  const next = region(t.titleWaiting('2'));
  const rows = next.getByRole('listitem');
  await expect
    .element(rows.nth(0))
    .toHaveTextContent('11:00 Aeropuerto → Hotel PlazaAnna Keller · sin conductorAtrasado');
  await expect.element(rows.nth(1)).not.toHaveTextContent(tripWords.needs.late);
  await expect
    .element(rows.nth(4))
    .toHaveTextContent(
      `23:10 Aeropuerto → Hotel Plaza${tripWords.tomorrow} · Anna Keller · sin conductor · Confirmado`,
    );
  const links = next.getByRole('link').all();
  expect(links.map((each) => each.element().getAttribute('href'))).toEqual([
    '?section=trips&day=2026-11-26',
    ...[1, 2, 3, 4, 5].map((each) => `?section=trips&record=p${each}`),
  ]);
  await page.viewport(phone.width, phone.height);
  await expect.element(rows.nth(2)).toBeInViewport();
  expect(rows.all()).toHaveLength(3);
});

test('a company with trips and none in the next hours reads so, and one without any does not', async () => {
  const first = await open({ ...quietDay, trips: 0 });
  const title = spanish.trips.title;
  await expect.element(region(title).getByText(spanish.trips.none)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: spanish.allWell })).toBeVisible();
  await first.unmount();
  await open(quietDay);
  await expect.element(page.getByRole('heading', { name: spanish.allWell })).toBeVisible();
  await expect.element(region(title)).not.toBeInTheDocument();
});

test.for([
  ['es', 0, 1, '1 caso por responder'],
  ['es', 0, 3, '3 casos por responder'],
  ['es', 1, 1, '1 caso atrasado'],
  ['es', 2, 2, '2 casos atrasados'],
  ['es', 2, 3, '2 casos atrasados, 1 por responder'],
  ['en', 0, 3, '3 cases to answer'],
  ['en', 1, 4, '1 case overdue, 3 to answer'],
  ['en', 2, 2, '2 cases overdue'],
] as const)('in %s, %i late of %i cases are «%s»', async ([language, late, count, title]) => {
  await open(quietDay, { language, cases: { ...waitingCases, late, count } });
  await expect.element(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
});

test('more cases than rows have a link to all that wait', async () => {
  await open(quietDay, { cases: { ...waitingCases, count: 12 } });
  expect(addressOf(spanish.seeAll('12').replace(/[()]/g, '\\$&'))).toBe('?section=cases&state=new');
});

/** Answers each request for cases from the server. */
function answerCases(answer: (address: URL, method: string) => Response | Promise<Response>) {
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const { url, method } = new Request(input, init);
    return answer(new URL(url), method);
  });
  onTestFinished(() => spy.mockRestore());
}

const counted = (total: number, rows: unknown) =>
  Response.json(rows, { headers: { 'content-range': `0-4/${total}` } });

test('the server is asked once for cases that wait, and again only where late ones fill the rows', async () => {
  stopDate();
  const asked: string[] = [];
  const lateRows = Array.from({ length: 5 }, (_, index) => ({
    ...waitingCases.rows[0]!,
    id: `l${index}`,
    number: `87528${index}`,
  }));
  let rows: unknown = waitingCases.rows;
  answerCases((address, method) => {
    asked.push(`${method} ${address.pathname.split('/').at(-1)} ${decodeURIComponent(address.search)}`);
    return method === 'HEAD' ? new Response(null, { headers: { 'content-range': '*/7' } }) : counted(9, rows);
  });
  const list =
    'GET case_list ?select=id,number,kind,due_on&state=eq.new&is_held=eq.false&order=due_on.asc,id.asc&limit=5';
  const first = await open(quietDay, { cases: null });
  await expect.element(region('1 caso atrasado, 8 por responder')).toBeVisible();
  expect(asked).toEqual([list]);
  await first.unmount();
  rows = lateRows;
  await open(quietDay, { cases: null });
  await expect.element(region('7 casos atrasados, 2 por responder')).toBeVisible();
  expect(asked.slice(1)).toEqual([
    list,
    'HEAD case_list ?select=id&state=eq.new&is_held=eq.false&due_on=lt.2026-11-26',
  ]);
});

test('not all is in order while the cases load or cannot be loaded', async () => {
  const first = Promise.withResolvers<Response>();
  let answer = () => first.promise;
  answerCases(() => answer());
  await open(quietDay, { cases: null });
  await expect.element(page.getByText(common.loading)).toBeVisible();
  await expect.element(page.getByText(spanish.allWell)).not.toBeInTheDocument();
  first.resolve(Response.json({ code: 'x', message: 'x' }, { status: 500 }));
  await expect.element(page.getByText(spanish.casesFailed)).toBeVisible();
  await expect.element(page.getByText(spanish.allWell)).not.toBeInTheDocument();
  answer = async () => counted(0, []);
  await page.getByRole('button', { name: common.retry }).click();
  await expect.element(page.getByRole('heading', { name: spanish.allWell })).toBeVisible();
  await expect.element(page.getByText(spanish.casesFailed)).not.toBeInTheDocument();
});

test('each row opens its record, or the list that answers it, and one of many the whole list', async () => {
  await open(busyDay);
  const { lines } = spanish;
  const hrefs = (name: string) =>
    region(name)
      .getByRole('link')
      .all()
      .map((each) => each.element().getAttribute('href'));
  const search = (text: string) => `search=${encodeURIComponent(text).replaceAll('%20', '+')}`;
  expect(hrefs(lines.waiting(7, '7'))).toEqual([
    '?section=drivers&state=waiting',
    ...[1, 2, 3, 4, 5].map((each) => `?section=drivers&record=w${each}`),
  ]);
  expect(hrefs(lines.photos(1, '1'))).toEqual(['?section=drivers&record=d1']);
  const publish = '?section=content&view=publish';
  expect(hrefs(lines.draft(2, '2'))).toEqual([publish, publish]);
  await expect.element(page.getByText(spanish.draft.by('olga@example.com'))).toBeVisible();
  expect(hrefs(lines.reviews(2, '2'))).toEqual([
    '?section=reviews&stars=low&driver=6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b10',
    '?section=reviews&stars=low',
  ]);
  expect(hrefs(lines.offline(1, '1'))).toEqual([`?section=devices&${search('Auto 7')}&record=t1`]);
  expect(hrefs(lines.battery(1, '1'))).toEqual([`?section=devices&${search('Ana Soto')}&record=t1`]);
  expect(hrefs(lines.unverified(1, '1'))).toEqual(['?section=drivers&record=d1']);
  expect(hrefs(lines.expired(1, '1'))).toEqual(['?section=vehicles&record=v1']);
  expect(hrefs(lines.expiring(1, '1'))).toEqual(['?section=vehicles&record=v1']);
  expect(hrefs(lines.missing(8, '8'))).toEqual([
    '?section=documents&state=missing&owner=vehicle',
    '?section=vehicles&record=v1',
  ]);
  expect(hrefs(lines.mail(3, '3'))).toEqual(['?section=users']);
});

test('a line says what, who and since when', async () => {
  await open(busyDay);
  const { lines } = spanish;
  for (const [name, ...texts] of [
    [lines.offline(1, '1'), 'Auto 7', 'hace 2 horas', `Ana Soto · BB·CD·12 · ${spanish.inShift}`],
    [lines.battery(1, '1'), spanish.unnamed, '12 % · Ana Soto · BB·CD·12'],
    [lines.reviews(2, '2'), 'Ana Soto', 'hace 50 minutos', '1 estrella · «Llegó veinte minutos tarde.»'],
    [lines.expiring(1, '1'), 'BB·CD·12', `Revisión técnica · ${spanish.expires(3, '3')}`],
    [lines.missing(8, '8'), 'BB·CD·12', spanish.lacks('SOAP, RNSTP'), 'hace 6 días'],
    [lines.mail(3, '3'), spanish.mail.auth, spanish.mail.hint],
    [lines.backup(1, '1'), spanish.backup.hint, 'anteayer'],
  ] as const)
    for (const text of texts)
      await expect.element(region(name).getByText(text, { exact: true })).toBeVisible();
  // A driver is approved on the own page, beside photo and licence.
  await expect.element(page.getByRole('button', { name: admin.driverList.activate })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: spanish.reloadDevice('Auto 7') })).toBeVisible();
});

test('who is in a shift is a row of names with vehicle and hour, each of which opens the page', async () => {
  const since = '2026-11-26T11:10:00Z';
  const [first] = busyDay.shifts!.on.rows;
  const on = { count: 7, rows: [{ ...first!, since }] };
  await open({ ...busyDay, shifts: { ...busyDay.shifts!, on } });
  const drivers = region(spanish.shifts.title('7', '12'));
  expect(addressOf('En turno \\(7\\)')).toBe('?section=shifts&state=open');
  expect(addressOf('Sin turno \\(5\\)')).toBe('?section=shifts&state=idle');
  await expect.element(drivers.getByText('BB·CD·12 · 08:10', { exact: true })).toBeVisible();
  expect(addressOf('Ana Soto BB·CD·12')).toBe('?section=drivers&record=s1');
  expect(addressOf('Bruno Muñoz')).toBe('?section=drivers&record=s2');
});

test('once five of seven steps are done, one line names the others and opens them', async () => {
  const { steps } = quietDay;
  await open({ ...quietDay, steps: { ...steps, devices: false, policy: false } });
  const folded = region(spanish.steps.title);
  const { devices: tablets, policy } = spanish.steps;
  await expect.element(folded.getByText(spanish.steps.progress('5', '7'))).toBeVisible();
  await expect.element(folded.getByText(spanish.lacks(`${policy.title} · ${tablets.title}`))).toBeVisible();
  await expect.element(page.getByText(tablets.hint)).not.toBeInViewport();
  await folded.getByText(spanish.steps.title).click();
  await expect.element(page.getByText(tablets.hint)).toBeInViewport();
  expect(addressOf(tablets.action)).toBe('?section=devices');
});

test('on a phone the code of a driver is in one line', async () => {
  await page.viewport(phone.width, phone.height);
  await open(busyDay);
  const code = region(spanish.lines.waiting(7, '7')).getByText('C-104', { exact: true }).first();
  await expect.element(code).toBeVisible();
  const { lineHeight } = getComputedStyle(code.element());
  expect(code.element().getBoundingClientRect().height).toBeLessThan(1.5 * Number.parseFloat(lineHeight));
});

test('the notice of a late backup is copied for the person who looks after the server', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open(busyDay);
  await page.getByRole('button', { name: spanish.backup.copy }).click();
  expect(written.mock.calls[0]![0]).toContain(spanish.backup.full);
  const copied = page.getByRole('button', { name: spanish.backup.copied });
  await expect.element(copied).toBeVisible();
  written.mockRejectedValue(new DOMException('Write permission denied.', 'NotAllowedError'));
  await copied.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(admin.copyFailed);
});

test.for(staffLanguages)('steps and lines fit every screen (%s)', async (language) => {
  const t = await loadNamespace('today', language);
  const first = await open(firstDay, { language });
  await expect.element(page.getByText(t.steps.title)).toBeVisible();
  await expectFitsEverywhere();
  await first.unmount();
  await open(tripDay, { language, cases: waitingCases, trips: nextTrips });
  await expect.element(page.getByText(t.lines.expired(1, '1'))).toBeVisible();
  await expectFitsEverywhere();
});

test('steps, lines and a good day are accessible in both themes', async () => {
  for (const day of [firstDay, untriedNumber, tripDay, quietDay]) {
    const rendered = await open(day, { cases: day === tripDay ? waitingCases : noCases, trips: nextTrips });
    await expectAccessibleInBothThemes();
    await rendered.unmount();
  }
});

test('on a phone four rows are on the screen', async () => {
  await page.viewport(phone.width, phone.height);
  await open(busyDay);
  await expect.element(page.getByRole('listitem').nth(3)).toBeInViewport();
});
