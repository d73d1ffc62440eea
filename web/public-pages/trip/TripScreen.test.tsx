import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '../../../shared/languages.ts';
import type { PassengersTrip } from '../../data/trips/tripPage.ts';
import { storeLanguage } from '../../i18n/chosenLanguage.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import type { Language } from '../../i18n/languages.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import { passengersTrip } from '../../testing/exampleTrip.ts';
import { renderPublicIn } from '../../testing/render.tsx';
import { skipTime } from '../../testing/skipTime.ts';
import { PageFrame } from '../PageFrame.tsx';
import TripScreen from './TripScreen.tsx';

const secret = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq';
const namespaces = ['publicPages', 'tripPage', 'colours', 'reasons', 'panels'] as const;

type Served = () => Response;

/** Plays a backend; without a response it cannot be reached. @returns the calls and their bodies */
function serve(answers: Readonly<Record<string, Served>>) {
  const calls: [string, Readonly<Record<string, unknown>>][] = [];
  const spy = vi.spyOn(window, 'fetch').mockImplementation((address, init) => {
    const name = String(address).split('/').pop() ?? '';
    calls.push([name, JSON.parse(String(init?.body ?? 'null')) as Record<string, unknown>]);
    const answer = answers[name];
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('Failed to fetch'));
  });
  onTestFinished(() => {
    spy.mockRestore();
    localStorage.clear();
  });
  return calls;
}

async function open(language: Language, trip: PassengersTrip | null, asked = Promise.resolve(trip)) {
  asked.catch(() => undefined);
  const screen = <TripScreen secret={secret} asked={asked} />;
  const rendered = await renderPublicIn(language, <PageFrame andes>{screen}</PageFrame>, namespaces);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return rendered;
}

const offline = () => Promise.reject<PassengersTrip>(new TypeError('Failed to fetch'));
const { driver } = passengersTrip;
/** Every state of the page; its trip and the name that its title has. */
const states = {
  requested: { ...passengersTrip, state: 'requested', driver: null },
  unassigned: { ...passengersTrip, state: 'confirmed', driver: null },
  confirmed: { ...passengersTrip, state: 'confirmed', has_proposal: true },
  night: {
    ...passengersTrip,
    state: 'confirmed',
    other_day: '2099-11-27',
    direction: 'to',
    meeting_points: [],
  },
  on_way: { ...passengersTrip, state: 'on_way' },
  waiting: passengersTrip,
  on_board: { ...passengersTrip, state: 'on_board' },
  unpaid: { ...passengersTrip, state: 'done' },
  paid: { ...passengersTrip, state: 'done', is_paid: true },
  rated: { ...passengersTrip, state: 'done', is_paid: true, is_rated: true },
  no_show: { ...passengersTrip, state: 'no_show' },
  cancelled: { ...passengersTrip, state: 'cancelled' },
} as const satisfies Readonly<Record<string, PassengersTrip>>;
const names = Object.keys(states) as (keyof typeof states)[];

test.for(languages)('the page says every state in words, and fits every size (%s)', async (language) => {
  serve({});
  const t = await loadNamespace('tripPage', language);
  for (const name of names) {
    const trip: PassengersTrip = states[name];
    const { unmount } = await open(language, trip);
    const title = t.states[trip.state](trip.driver?.first_name ?? t.driver);
    await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expectFitsEverywhere();
    await unmount();
  }
});

test.for(names)('the page of a trip is accessible in both themes (%s)', async (name) => {
  serve({});
  await open('es', states[name]);
  await expectAccessibleInBothThemes();
});

test('a passenger at the airport reads where to go, whom to look for, and how long the driver waits', async () => {
  serve({});
  const t = await loadNamespace('tripPage', 'en');
  await open('en', passengersTrip);
  for (const text of [
    'Llegadas internacionales (en)',
    'Frente a la puerta 4, junto a la columna azul. (en)',
    'Maximiliano is waiting for you',
    'BB·CD·12',
    'Mercedes-Benz Sprinter · brown',
    t.landing('14:30', '15:00'),
    t.free('60 minutes'),
    '$18.000',
    t.payments.card,
  ])
    await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
});

test('a phone that speaks none of the five languages shows that of the booking, until somebody chooses', async () => {
  serve({});
  const phone = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ja-JP', 'it']);
  onTestFinished(() => phone.mockRestore());
  const { states: german } = await loadNamespace('tripPage', 'de');
  const { states: french } = await loadNamespace('tripPage', 'fr');
  const { unmount } = await open('en', { ...passengersTrip, language: 'de' });
  const title = (of: typeof german) =>
    page.getByRole('heading', { name: of.waiting('Maximiliano'), level: 1 });
  await expect.element(title(german)).toBeVisible();
  await unmount();
  storeLanguage('fr');
  await open('fr', { ...passengersTrip, language: 'de' });
  await expect.element(title(french)).toBeVisible();
});

test('a trip to the airport waits as long as at any other place, and names both days of a night', async () => {
  serve({});
  await open('es', states.night);
  await expect.element(page.getByText('El conductor espera 15 minutos sin costo.')).toBeVisible();
  await expect
    .element(page.getByText('Es la noche del viernes, 27 de noviembre al sábado, 28 de noviembre.'))
    .toBeVisible();
});

test('a passenger who does not find the driver holds up the plate, in the chat of the company too', async () => {
  serve({});
  const t = await loadNamespace('tripPage', 'es');
  await open('es', passengersTrip);
  await page.getByRole('button', { name: t.lost }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('BB·CD·12')).toBeVisible();
  await expectFitsEverywhere();
  await page.viewport(360, 740);
  const plate = dialog.getByText('BB·CD·12').element().getBoundingClientRect();
  expect(plate.width).toBeGreaterThan(220);
  const chat = dialog.getByRole('link').element() as HTMLAnchorElement;
  expect(new URL(chat.href).searchParams.get('text')).toBe(t.lostMessage('HKMPR', 'BB·CD·12'));
});

test('a late flight is told with day and hour, and the page says that the company knows', async () => {
  const calls = serve({
    trip_page: () => Response.json({ ...passengersTrip, has_proposal: true }),
    delay_trip: () => new Response(null, { status: 204 }),
  });
  const { delay: t, proposed } = await loadNamespace('tripPage', 'es');
  await open('es', passengersTrip);
  await page.getByRole('button', { name: t.open }).click();
  await page.getByRole('button', { name: t.send }).click();
  await expect.element(page.getByText(t.missing)).toBeVisible();
  await expectFitsEverywhere();
  await page.getByRole('radio', { name: 'domingo, 29 de noviembre' }).click();
  await page.getByLabelText(t.clock).fill('01:20');
  await page.getByRole('button', { name: t.send }).click();
  await expect.element(page.getByText(t.told)).toBeVisible();
  expect(calls).toContainEqual(['delay_trip', { secret, landing_day: '2099-11-29', landing_clock: '01:20' }]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText(proposed)).toBeVisible();
});

test('stars and reasons go together, and the receipt is one press more', async () => {
  let isRated = false;
  const calls = serve({
    trip_page: () => Response.json({ ...states.paid, is_rated: isRated }),
    rate_trip: () => {
      isRated = true;
      return new Response(null, { status: 204 });
    },
    trip_receipt: () => Response.json({ code: 'not_paid', message: 'no' }, { status: 400 }),
  });
  const t = await loadNamespace('tripPage', 'es');
  const { rate } = await loadNamespace('publicPages', 'es');
  const reasons = await loadNamespace('reasons', 'es');
  await open('es', states.paid);
  await page.getByRole('button', { name: rate.stars(2), exact: true }).click();
  await page.getByRole('button', { name: reasons.words.route, exact: true }).click();
  await expectFitsEverywhere();
  await page.viewport(360, 740);
  const star = page.getByRole('button', { name: rate.stars(5), exact: true }).element();
  const { width, height } = star.querySelector('svg')!.getBoundingClientRect();
  expect(height).toBe(width);
  expect(width).toBeGreaterThan(40);
  await page.getByRole('button', { name: reasons.done }).click();
  await expect.element(page.getByText(t.rated)).toBeVisible();
  const rated = calls.filter(([name]) => name === 'rate_trip');
  expect(rated).toHaveLength(1);
  expect(rated[0]?.[1]).toMatchObject({ secret, rating: 2, reasons: ['route'] });
  await page.getByRole('button', { name: t.receipt }).click();
  await expect.element(page.getByRole('alert').getByText(t.noReceipt)).toBeVisible();
});

test('lost property, a complaint and the way back know the trip', async () => {
  serve({});
  const t = await loadNamespace('tripPage', 'es');
  await open('es', states.unpaid);
  await expect.element(page.getByText(t.noReceipt)).toBeVisible();
  const address = (name: string) => (page.getByRole('link', { name }).element() as HTMLAnchorElement).href;
  const { origin } = window.location;
  const known = 'place=HKMPR&at=2099-11-28T18%3A00%3A00Z';
  expect(address(t.lostProperty)).toBe(`${origin}/help/DEMADRVR0001?lang=es#kind=lost&${known}`);
  expect(address(t.complaint)).toBe(`${origin}/help/DEMADRVR0001?lang=es#kind=complaint&${known}`);
  expect(address(t.back)).toBe(`${origin}/book?lang=es#direction=to&people=3&bags=4&route=centro`);
});

test('without a network the page shows the trip as it was, and says since when', async () => {
  serve({});
  const { unmount } = await open('es', passengersTrip);
  await unmount();
  await open('es', null, offline());
  await expect.element(page.getByText('Maximiliano te espera')).toBeVisible();
  await expect.element(page.getByText(/^Sin conexión. Así estaba a las \d\d:\d\d\.$/)).toBeVisible();
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
});

test('a phone that has never opened the trip says that there is no network', async () => {
  serve({});
  const { page: t } = await loadNamespace('publicPages', 'es');
  await open('es', null, offline());
  await expect.element(page.getByText(t.offline)).toBeVisible();
});

test('a trip that is over leaves the phone, and looks like one that never was', async () => {
  serve({});
  const t = await loadNamespace('tripPage', 'es');
  const first = await open('es', passengersTrip);
  expect(localStorage.getItem('trip-page')).toContain('HKMPR');
  await first.unmount();
  await open('es', null);
  await expect.element(page.getByRole('heading', { name: t.unknownTitle })).toBeVisible();
  expect(localStorage.getItem('trip-page')).toBeNull();
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
});

test('the trip of another address stays where it was', async () => {
  serve({});
  const other = { secret: 'other', at: '2026-11-24T12:00:00Z', trip: passengersTrip };
  localStorage.setItem('trip-page', JSON.stringify(other));
  const { page: t } = await loadNamespace('publicPages', 'es');
  await open('es', null, offline());
  await expect.element(page.getByText(t.offline)).toBeVisible();
});

test('the page reads again when the passenger comes back to it', async () => {
  const calls = serve({ trip_page: () => Response.json(states.on_board) });
  await open('es', passengersTrip);
  expect(calls.filter(([name]) => name === 'trip_page')).toEqual([]);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByRole('heading', { name: 'Vas a bordo' })).toBeVisible();
  expect(calls).toContainEqual(['trip_page', { secret }]);
});

test('a failed read leaves the page as it was', async () => {
  serve({});
  await open('es', passengersTrip);
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText(/^Sin conexión/)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Maximiliano te espera' })).toBeVisible();
});

test('the words of the company stay text', async () => {
  serve({});
  const html = { es: '<img src=x onerror=alert(1)>' };
  const point = { id: 'a', name: html, text: html, picture: null };
  await open('es', {
    ...passengersTrip,
    place: html,
    meeting_points: [point],
    driver: driver && { ...driver, first_name: '<b>Ana</b>' },
  });
  await expect.element(page.getByRole('heading', { name: '<b>Ana</b> te espera' })).toBeVisible();
  expect(document.querySelectorAll('main img, main b')).toHaveLength(0);
});

test('the calendar gets the moment, with an id that stays the same', async () => {
  serve({});
  const t = await loadNamespace('tripPage', 'es');
  const made = vi.spyOn(URL, 'createObjectURL');
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  onTestFinished(() => {
    made.mockRestore();
    pressed.mockRestore();
  });
  await open('es', states.confirmed);
  await page.getByRole('button', { name: t.calendar }).click();
  await expect.poll(() => made.mock.calls.length).toBe(1);
  const text = await (made.mock.calls[0]![0] as Blob).text();
  for (const line of ['DTSTART:20991128T180000Z', 'DURATION:PT25M', `UID:HKMPR@${window.location.host}`])
    expect(text).toContain(`${line}\r\n`);
  expect(text).toMatch(/\r\nSEQUENCE:\d+\r\n/);
});

test('a passenger passes on the address with its secret, and nothing else of the trip', async () => {
  serve({});
  const t = await loadNamespace('tripPage', 'es');
  const share = vi.fn<Navigator['share']>(() => Promise.resolve());
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  await open('es', states.on_board);
  await page.getByRole('button', { name: t.share.button }).click();
  const url = `${window.location.origin}/trip#${secret}`;
  expect(share.mock.calls[0]?.[0]).toEqual({ title: t.share.title, text: expect.any(String) as string, url });
});

test('the page reads every 20 seconds while it is visible', async () => {
  const calls = serve({ trip_page: () => Response.json(passengersTrip) });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  onTestFinished(() => {
    vi.useRealTimers();
    visibility.mockRestore();
  });
  await open('es', passengersTrip);
  vi.advanceTimersByTime(20_000);
  expect(calls).toHaveLength(1);
  visibility.mockReturnValue('hidden');
  vi.advanceTimersByTime(60_000);
  expect(calls).toHaveLength(1);
});

test('stars whose response was lost are sent again under the same key', async () => {
  let isLost = true;
  const calls = serve({
    trip_page: () => Response.json(states.paid),
    rate_trip: () => new Response(isLost ? '{}' : null, { status: isLost ? 503 : 204 }),
  });
  const t = await loadNamespace('tripPage', 'es');
  const { rate } = await loadNamespace('publicPages', 'es');
  await open('es', states.paid);
  await skipTime(4_000, async () => {
    await page.getByRole('button', { name: rate.stars(5), exact: true }).click();
    await expect.element(page.getByRole('button', { name: rate.undo })).toBeVisible();
  });
  await expect.element(page.getByRole('alert')).toBeVisible();
  isLost = false;
  await page.getByRole('button', { name: rate.again }).click();
  await expect.element(page.getByText(t.rated)).toBeVisible();
  const [first, second] = calls.filter(([name]) => name === 'rate_trip').map(([, body]) => body);
  expect(second).toEqual(first);
});
