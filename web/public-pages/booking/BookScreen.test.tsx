import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { chileanMoment } from '../../../shared/chile/time.ts';
import { page, userEvent } from 'vitest/browser';
import { parseBookings } from '../../../shared/booking/parse.ts';
import { languages } from '../../../shared/languages.ts';
import type { Content } from '../../../shared/content/content.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import type { Language } from '../../i18n/languages.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import { flowLanguages, renderIn } from '../../testing/render.tsx';
import { content } from '../../testing/sampleContent.ts';
import { PageFrame } from '../PageFrame.tsx';
import BookScreen from './BookScreen.tsx';
import { newValues, storedBooking } from './values.ts';

beforeEach(() => {
  storedBooking.remove();
  window.location.hash = '';
});

/** A company with a night price from next year on, and none for the time after it. */
const prices = [{ pesos: 18_000, night: 23_000, validUntil: '2098-12-31' }];
const company = { ...content.company, nightHours: { from: '22:00', to: '06:00' } };
const published: Content = {
  ...content,
  company,
  routes: content.routes.map((route) => ({ ...route, prices })),
};

async function open(language: Language, shown = published) {
  const { unmount } = await renderIn(
    language,
    <PageFrame andes>
      <BookScreen />
    </PageFrame>,
    ['publicPages', 'booking', 'tripCode', 'panels'],
    shown,
  );
  const { fields } = await loadNamespace('tripCode', language);
  return { t: { ...(await loadNamespace('booking', language)), fields }, unmount };
}
type Words = Awaited<ReturnType<typeof open>>['t'];

const box = (name: string) => page.getByLabelText(name, { exact: true });
/** A day that is never in the past, nor too far away. */
const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

async function write(t: Words) {
  await page.getByRole('radio', { name: t.fields.directions.from }).click();
  await box(t.fields.date).fill(day);
  await box(t.fields.time.from).fill('23:30');
  await box(t.flight).fill('la 0123');
  await page.getByRole('combobox', { name: t.fields.place.from }).selectOptions('providencia');
  await box(t.fields.people).fill('3');
  await box(t.fields.bags).fill('4');
  await box(t.childAges).fill('2, 5');
  await page.getByRole('checkbox', { name: t.wheelchair }).click();
  await box(t.name).fill('Anna *Schmidt*');
  await box(t.sign).fill('李 & Ñandú');
  await page.getByRole('radio', { name: t.payments.transfer }).click();
}

/** Opens the form with what `write` writes, which the phone has stored. */
function openWritten(language: Language, shown = published) {
  storedBooking.write({
    ...newValues(),
    direction: 'from',
    date: day,
    time: '23:30',
    flight: 'la 0123',
    route: 'providencia',
    people: '3',
    bags: '4',
    childAges: '2, 5',
    wheelchair: true,
    name: 'Anna *Schmidt*',
    sign: '李 & Ñandú',
    payment: 'transfer',
  });
  return open(language, shown);
}

const link = (t: Words) => page.getByRole('link', { name: t.send, exact: false });
function sentText(t: Words): string {
  const url = new URL((link(t).element() as HTMLAnchorElement).href);
  expect(url.host).toBe('wa.me');
  return url.searchParams.get('text') ?? '';
}

test.for(languages)(
  'a passenger sees the price and sends everything in one message (%s)',
  async (language) => {
    const isTyped = flowLanguages.some((each) => each === language);
    const { t } = await (isTyped ? open(language) : openWritten(language));
    if (isTyped) await write(t);
    await expect.element(page.getByText('$23.000', { exact: true })).toBeVisible();
    await expect.element(page.getByText(t.price.night)).toBeVisible();
    await expectFitsEverywhere();
    const text = sentText(t);
    expect(text.length).toBeLessThanOrEqual(600);
    expect(parseBookings(text).bookings[0]?.id).toMatch(/^[0-9a-z]{10}$/);
    expect(parseBookings(text).bookings[0]?.booking).toMatchObject({
      direction: 'from',
      date: day,
      time: '23:30',
      flight: 'LA123',
      route: 'providencia',
      people: 3,
      bags: 4,
      childAges: [2, 5],
      wheelchair: true,
      name: 'Anna Schmidt',
      sign: '李 & Ñandú',
      payment: 'transfer',
      language,
      pesos: 23_000,
    });
  },
);

test('from the airport a passenger reads, and sends, when the vehicle is there after the landing', async () => {
  const { t } = await openWritten('es', {
    ...published,
    company: { ...published.company, bufferMinutes: 45 },
  });
  await expect.element(page.getByText(t.pickupHint('00:15'))).toBeVisible();
  expect(sentText(t)).toContain('23:30, recogida 00:15\n');
  await page.getByRole('radio', { name: t.fields.directions.to }).click();
  await expect.element(page.getByText(t.timeHint, { exact: true })).toBeVisible();
  expect(sentText(t)).not.toContain('recogida');
});

test('what is missing is said at its field once the passenger wants to send', async () => {
  const { t } = await open('es');
  await expect.element(page.getByText(t.problems.required).first()).not.toBeInTheDocument();
  await page.getByRole('button', { name: t.send }).click();
  expect(page.getByText(t.problems.required).elements()).toHaveLength(4);
  expect(document.activeElement).toBe(box(t.fields.date).element());
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
});

test('a day in the past, absurd numbers and an unreadable flight are named when the field is left', async () => {
  const { t } = await open('es');
  const wrong: readonly (readonly [label: string, typed: string, problem: string])[] = [
    [t.flight, 'mañana', t.problems.flight],
    [t.fields.people, '500', t.problems.people(20)],
    [t.fields.bags, 'muchas', t.problems.bags(30)],
    [t.childAges, '2, 77', t.problems.childAges(12)],
  ];
  await box(t.fields.time.to).fill('10:00');
  await box(t.fields.date).fill('2024-02-29');
  for (const [label, typed] of wrong) await box(label).fill(typed);
  await userEvent.tab();
  for (const [, , problem] of wrong) await expect.element(page.getByText(problem)).toBeVisible();
  await expect.element(page.getByText(t.problems.past)).toBeVisible();
  await box(t.flight).fill('LA 123');
  await expect.element(page.getByText(t.problems.flight)).not.toBeInTheDocument();
});

test('a day without a price, and a place without a route, say that one has to ask', async () => {
  const { t } = await open('es', {
    ...published,
    routes: published.routes.map((route) => ({ ...route, prices: [{ pesos: 1, validUntil: '2020-01-01' }] })),
  });
  await expect.element(page.getByText(t.price.ask, { exact: true })).toBeVisible();
  await write(t);
  await expect.element(page.getByText(t.price.ask, { exact: true })).toBeVisible();
  await expect.element(page.getByText(t.price.askText)).toBeVisible();
  expect(sentText(t)).toContain('Precio: consultar');
});

/** The test stays on its page when a link is pressed. */
function stayOnPage() {
  const stay = (event: Event) => event.preventDefault();
  window.addEventListener('click', stay);
  onTestFinished(() => window.removeEventListener('click', stay));
}

test.for(languages)('whoever opened WhatsApp reads that it is to be sent there (%s)', async (language) => {
  const { t } = await openWritten(language);
  await expect.element(link(t)).toBeVisible();
  await expect.element(page.getByText(t.opened)).not.toBeInTheDocument();
  stayOnPage();
  await link(t).click();
  await expect.element(page.getByRole('status').filter({ hasText: t.opened })).toBeVisible();
  await expectFitsEverywhere();
  // Another trip has not been sent.
  await box(t.fields.people).fill('4');
  await expect.element(page.getByText(t.opened)).not.toBeInTheDocument();
});

const sentId = (t: Words) => parseBookings(sentText(t)).bookings[0]?.id;

test('a form that is changed and sent again, cleared by mistake or loaded again, is the same booking', async () => {
  const first = await openWritten('es');
  await expect.element(link(first.t)).toBeVisible();
  const id = sentId(first.t);
  expect(id).toMatch(/^[0-9a-z]{10}$/);
  stayOnPage();
  await link(first.t).click();
  await box(first.t.fields.time.from).fill('22:45');
  await expect.poll(() => sentText(first.t)).toContain('22:45');
  expect(sentId(first.t)).toBe(id);

  await page.getByRole('button', { name: first.t.clear }).click();
  await page.getByRole('button', { name: first.t.restore }).click();
  await expect.poll(() => sentId(first.t)).toBe(id);

  await first.unmount();
  const { t } = await open('de');
  await expect.poll(() => sentId(t)).toBe(id);
});

test('the way back, a cleared form and a form opened anew are bookings with other ids', async () => {
  const first = await open('es');
  await write(first.t);
  const ids = [sentId(first.t)];
  await page.getByRole('button', { name: first.t.turnRound }).click();
  await write(first.t);
  ids.push(sentId(first.t));
  await page.getByRole('button', { name: first.t.clear }).click();
  await write(first.t);
  ids.push(sentId(first.t));
  stayOnPage();
  await link(first.t).click();
  await first.unmount();

  const second = await open('es');
  await write(second.t);
  ids.push(sentId(second.t));
  await second.unmount();
  // The code of a tablet is another trip than the one that was typed before.
  window.location.hash = `direction=from&date=${day}&time=10:00&route=vitacura&people=2&bags=1`;
  const { t } = await open('es');
  await write(t);
  ids.push(sentId(t));
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(5);
});

test('a sign is asked for from the airport alone, and what it says stays with that trip', async () => {
  const { t } = await open('es');
  await expect.element(box(t.name)).toBeVisible();
  await expect.element(box(t.sign)).not.toBeInTheDocument();
  await write(t);
  expect(sentText(t)).toContain('\nLetrero: 李 & Ñandú\n');
  await page.getByRole('radio', { name: t.fields.directions.to }).click();
  await expect.poll(() => sentText(t)).not.toContain('Letrero');
  await page.getByRole('radio', { name: t.fields.directions.from }).click();
  await expect.element(box(t.sign)).toHaveValue('李 & Ñandú');
  await page.getByRole('button', { name: t.turnRound }).click();
  await page.getByRole('button', { name: t.turnRound }).click();
  await expect.element(box(t.sign)).toHaveValue('');
});

test('a form that an earlier version of the app stored without an id and a sign gets an id', async () => {
  const first = await openWritten('es');
  await first.unmount();
  const { id: _, sign: __, ...earlier } = storedBooking.read()!;
  storedBooking.write(earlier);
  const { t } = await open('es');
  await expect.element(box(t.name)).toHaveValue('Anna *Schmidt*');
  await expect.element(box(t.sign)).toHaveValue('');
  expect(sentId(t)).toMatch(/^[0-9a-z]{10}$/);
});

test('a form whose day is over is a booking of its own once it is opened again', async () => {
  const first = await openWritten('es');
  const sent = sentId(first.t);
  await first.unmount();
  storedBooking.write({ ...storedBooking.read()!, date: '2026-01-05' });
  const { t } = await open('es');
  await expect.element(box(t.name)).toHaveValue('Anna *Schmidt*');
  await box(t.fields.date).fill(day);
  await expect.poll(() => sentId(t)).toMatch(/^[0-9a-z]{10}$/);
  expect(sentId(t)).not.toBe(sent);
});

test('a reload loses nothing; sending and clearing leave nothing on the phone', async () => {
  const first = await open('es');
  await write(first.t);
  await first.unmount();
  const { t } = await open('es');
  await expect.element(box(t.name)).toHaveValue('Anna *Schmidt*');
  await expect.element(box(t.fields.date)).toHaveValue(day);

  await page.getByRole('button', { name: t.clear }).click();
  await expect.element(box(t.name)).toHaveValue('');
  expect(storedBooking.read()).toBeNull();
  await page.getByRole('button', { name: t.restore }).click();
  await expect.element(box(t.name)).toHaveValue('Anna *Schmidt*');
  expect(storedBooking.read()).not.toBeNull();
  await page.getByRole('button', { name: t.clear }).click();
  await box(t.fields.bags).fill('3');
  await expect.element(page.getByRole('button', { name: t.restore })).not.toBeInTheDocument();

  await write(t);
  expect(storedBooking.read()).not.toBeNull();
  stayOnPage();
  await link(t).click();
  expect(storedBooking.read()).toBeNull();
  await expect.element(box(t.name)).toHaveValue('Anna *Schmidt*');
});

test('the way back is the same form turned round', async () => {
  const { t } = await openWritten('de');
  await page.getByRole('button', { name: t.turnRound }).click();
  await expect.element(page.getByRole('radio', { name: t.fields.directions.to })).toBeChecked();
  await expect.element(box(t.fields.date)).toHaveValue('');
  await expect.element(box(t.flight)).toHaveValue('');
  await expect.element(box(t.name)).toHaveValue('Anna *Schmidt*');
  await expect.element(page.getByRole('combobox', { name: t.fields.place.to })).toHaveValue('providencia');
});

test('an address with a fragment opens the form filled in, and keeps the rest of what was typed', async () => {
  const first = await open('es');
  await box(first.t.name).fill('Anna');
  await first.unmount();
  window.location.hash = `direction=from&date=${day}&time=10:00&route=vitacura&people=2&bags=99&flight=%3Cb%3E`;
  const { t } = await open('es');
  await expect.element(box(t.fields.date)).toHaveValue(day);
  await expect.element(page.getByRole('combobox', { name: t.fields.place.from })).toHaveValue('vitacura');
  await expect.element(box(t.fields.people)).toHaveValue('2');
  await expect.element(box(t.fields.bags)).toHaveValue('1');
  await expect.element(box(t.flight)).toHaveValue('');
  await expect.element(box(t.name)).toHaveValue('Anna');
  await expect.poll(() => window.location.hash).toBe('');
});

test('the trip goes into the calendar with the company’s number', async () => {
  const { t } = await openWritten('es');
  const files: Blob[] = [];
  const spy = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:none';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => {
    spy.mockRestore();
    click.mockRestore();
  });
  await page.getByRole('button', { name: t.calendar }).click();
  const text = (await files[0]!.text()).replaceAll('\r\n ', '');
  const start = chileanMoment(day, '23:30')!
    .toISOString()
    .replace(/[-:]|\.\d+/g, '');
  expect(text).toContain(`DTSTART:${start}`);
  expect(text).toContain(`SUMMARY:${t.trip.from}`);
  expect(text).toMatch(/DESCRIPTION:.*\+569\d{8}/);
});

test('a company without a number takes no bookings here', async () => {
  const { t } = await open('es', { ...published, company: { ...company, whatsappNumber: '' } });
  await expect.element(page.getByText(t.noWhatsapp)).toBeVisible();
});

test.for(languages)(
  'a company that takes bookings itself gets one with a number and a consent (%s)',
  async (language) => {
    const sent: unknown[] = [];
    const spy = vi.spyOn(window, 'fetch').mockImplementation((_, init) => {
      sent.push(JSON.parse(String(init?.body)));
      return Promise.resolve(
        sent.length === 1
          ? Response.json({ code: 'over_case_rate_limit' }, { status: 429 })
          : Response.json('KMRAT'),
      );
    });
    onTestFinished(() => spy.mockRestore());
    const shown = { ...published, company: { ...company, tripRequests: true } };
    const empty = await open(language, shown);
    const send = page.getByRole('button', { name: empty.t.request.send });
    expect(send.elements()).toEqual([]);
    await empty.unmount();
    const { t } = await openWritten(language, shown);
    await send.click();
    await expect.element(page.getByText(t.request.phoneProblem)).toBeVisible();
    await expect.element(page.getByText(t.request.consentProblem)).toBeVisible();
    expect(sent).toEqual([]);
    await box(t.request.phone).fill('+49 151 2345 6789');
    await page.getByRole('checkbox', { name: t.request.consent }).click();
    await box(t.request.email).fill('anna@');
    await send.click();
    await expect.element(box(t.request.email)).toBeInvalid();
    expect(sent).toEqual([]);
    await box(t.request.email).fill('');
    await send.click();
    await expect.element(page.getByText(t.request.tooMany)).toBeVisible();
    await expectFitsEverywhere();
    await send.click();
    await expect.element(page.getByText(t.request.sent('KMRAT'))).toBeVisible();
    const [first, second] = sent as {
      readonly booking: string;
      readonly fields: object;
      readonly person: object;
    }[];
    expect(second).toEqual(first);
    expect(parseBookings(sentText(t)).bookings[0]?.id).toBe(first!.booking);
    expect(first).toMatchObject({
      consent: true,
      fields: {
        direction: 'from',
        landing_day: day,
        landing_clock: '23:30',
        flight: 'LA123',
        people: 3,
        language,
      },
      person: { phone: '+49 151 2345 6789', email: null, sign_text: '李 & Ñandú' },
    });
  },
);
