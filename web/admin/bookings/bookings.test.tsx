import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Content } from '../../../shared/content/content.ts';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import { forgetEverything } from '../../data/personal.ts';
import { admin } from '../../i18n/es/admin.ts';
import { bookings as spanish } from '../../i18n/es/fleet/bookings.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { user } from '../../testing/accounts.ts';
import { renderPanel, section } from '../../testing/administration.tsx';
import type { SectionProps } from '../parts/section.ts';
import { rowOf } from '../../testing/bookingRows.ts';
import { booking, chatOf } from '../../testing/bookings.ts';
import {
  devices,
  expectAccessibleInBothThemes,
  expectFitsEverywhere,
  expectNoSidewaysScroll,
  phone,
} from '../../testing/looks.ts';
import { content } from '../../testing/sampleContent.ts';
import { AdminHeader } from '../AdminHeader.tsx';
import BookingsSection from './BookingsSection.tsx';
import { noBookings, storedBookings, tidyBookings, writeBookings, type BookingList } from './bookingStore.ts';

const [route] = content.routes;
const quoted = { ...booking, route: route!.id, pesos: route!.prices[0]!.pesos };
const diego = { id: 'diego', name: 'Diego Fuentes Rojas' };

/** Answers the panel's requests until the test ends. @param newest the release after the first one */
function backend(newest?: Content): void {
  const rows: Readonly<Record<string, readonly object[]>> = {
    drivers: [diego, { id: 'elena', name: 'Elena Soto' }],
    vehicles: [{ id: 'van', license_plate: 'BBCD12', brand_model: 'Kia Carnival', seats: 2, bags: 5 }],
    shifts: [{ driver_id: 'elena' }],
    papers: [],
    content_releases: [
      ...(newest ? [{ id: 2, published_at: '2026-11-25T15:00:00Z', content: newest }] : []),
      { id: 1, published_at: '2026-11-20T15:00:00Z', content },
    ],
  };
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const url = input instanceof Request ? input.url : String(input);
    const [, table = ''] = /rest\/v1\/(\w+)/.exec(url) ?? [];
    const found = rows[table] ?? [];
    return Promise.resolve(Response.json(url.includes('id=eq.1') ? found.slice(-1) : found));
  });
  onTestFinished(() => spy.mockRestore());
}

afterEach(() => localStorage.clear());

async function open(list?: Partial<BookingList>, language: StaffLanguage = 'es') {
  backend();
  await page.viewport(devices[0].width, devices[0].height);
  if (list) writeBookings(user.id, { ...noBookings, ...list });
  await loadNamespace('bookings', language);
  /** Removes at once: the panel waits, so that it can be undone. */
  const remove: SectionProps['onRemove'] = (close, { run }) => {
    close();
    void run();
  };
  await renderPanel(language, <BookingsSection {...section} onRemove={remove} />);
}

const names = ['Anna Keller', 'Maximiliano Hernández-Valenzuela', 'Berta Soto', 'John Miller'];
const busyDay = Array.from({ length: 30 }, (_, index) =>
  rowOf(
    `${index}`,
    { ...quoted, name: names[index % 4]!, time: `${String(6 + Math.floor(index / 2)).padStart(2, '0')}:15` },
    { driver: index % 3 === 0 ? diego : null, differs: index % 5 === 0 ? ['pesos'] : [] },
  ),
);
const openFirst = (t = spanish) =>
  page
    .getByRole('button', { name: t.open(names[0]!) })
    .first()
    .click();

test('pasted messages become the list, and the office gives them a driver and a reply', async () => {
  await open();
  await expect.element(page.getByText(spanish.emptyHint)).toBeVisible();
  await page.getByRole('button', { name: spanish.paste }).click();
  const other = { ...quoted, name: 'Berta Soto', time: '14:45' };
  await page
    .getByRole('textbox', { name: spanish.pasteLabel })
    .fill(`${chatOf([quoted, other])}26/11/26, 10:09 - Ana: Hola, quiero reservar para el martes`);
  await page.getByRole('button', { name: spanish.read }).click();
  await expect.element(page.getByRole('rowheader')).toHaveLength(2);
  await expect.element(page.getByText(spanish.unreadTitle(1, '1'))).toBeVisible();

  for (const name of ['Berta Soto', 'Anna Keller']) {
    await page.getByRole('button', { name: spanish.open(name) }).click();
    await page.getByLabelText(spanish.driver, { exact: true }).selectOptions('diego');
    if (name === 'Berta Soto') await page.getByRole('button', { name: 'Cerrar' }).click();
  }
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(spanish.priceSame, { exact: false })).toBeVisible();
  await expect
    .element(dialog.getByText(spanish.conflict.driver('Berta Soto', '14:45', '15', `${2 * route!.minutes}`)))
    .toBeVisible();
  await expect.element(dialog.getByText(spanish.freeDrivers(1, '1'))).toBeVisible();
  await expect
    .element(dialog.getByRole('option', { name: spanish.fewSeats, exact: false }))
    .toBeInTheDocument();

  await dialog.getByLabelText(spanish.reply, { exact: true }).selectOptions('confirm');
  const german = dialog.getByRole('textbox', { name: spanish.replyIn('alemán') });
  await expect.element(german).toHaveValue(expect.stringContaining('Guten Tag Anna Keller! Wir bestätigen'));
  await expect.element(german).toHaveValue(expect.stringContaining('Fahrer: Diego Fuentes Rojas'));
  await expect
    .element(dialog.getByRole('textbox', { name: spanish.inSpanish }))
    .toHaveValue(expect.stringContaining('Hola, Anna Keller. Confirmamos'));
  await expect
    .element(dialog.getByRole('link', { name: new RegExp(spanish.whatsapp) }))
    .toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\/56987654300\?text=Guten/));
});

test('“copied” goes with the text that was copied, and a failed copy says so', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copied.mockRestore());
  await open({ bookings: busyDay });
  await openFirst();
  const choose = (reply: string) => page.getByLabelText(spanish.reply, { exact: true }).selectOptions(reply);
  const copy = page.getByRole('button', { name: spanish.copy, exact: true });
  await choose('confirm');
  await copy.click();
  await expect.element(page.getByRole('button', { name: spanish.copied })).toBeVisible();
  await choose('price');
  await expect.element(copy).toBeVisible();
  copied.mockRejectedValue(new DOMException('Write permission denied.', 'NotAllowedError'));
  await copy.click();
  await expect.element(page.getByText(admin.copyFailed)).toBeVisible();
  await choose('impossible');
  await expect.element(page.getByText(admin.copyFailed)).not.toBeInTheDocument();
});

test('a page beyond the last shows the last one', async () => {
  backend();
  writeBookings(user.id, { ...noBookings, bookings: busyDay });
  await loadNamespace('bookings', 'es');
  const location = { ...section.location, page: 7 };
  await renderPanel('es', <BookingsSection {...section} location={location} />);
  await expect.element(page.getByText('26–30 de 30')).toBeVisible();
});

test('below the header of the panel too, the newest price decides, and one that the screen cannot show yet', async () => {
  const refused = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => refused.mockRestore());
  const routes = content.routes.map((each) => ({
    ...each,
    prices: each.prices.map((price) => ({ ...price, pesos: (price.pesos ?? 0) + 1_000 })),
  }));
  backend({ ...content, routes, company: { ...content.company, name: '' } });
  writeBookings(user.id, { ...noBookings, bookings: [rowOf('one', quoted)] });
  await loadNamespace('bookings', 'es');
  await renderPanel(
    'es',
    <>
      <AdminHeader
        user={user}
        heading={{ current: null }}
        search={null}
        help={null}
        onSearch={() => undefined}
      />
      <BookingsSection {...section} />
    </>,
  );
  await openFirst();
  const price = formatPesos(quoted.pesos! + 1_000);
  await expect.element(page.getByText(spanish.priceNow(price), { exact: false })).toBeVisible();
});

test('a booking that the office has removed comes back only when somebody ticks that', async () => {
  await open({ bookings: [rowOf('one', quoted)] });
  const toRead = page.getByRole('textbox', { name: spanish.pasteLabel });
  const name = spanish.open(quoted.name);
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: spanish.remove }).click();
  const paste = async () => {
    await page.getByRole('button', { name: spanish.paste }).click();
    await toRead.fill(chatOf([quoted]));
  };
  await paste();
  await page.getByRole('button', { name: spanish.read }).click();
  await expect.element(toRead).not.toBeInTheDocument();
  await expect.element(page.getByText(spanish.emptyHint)).toBeVisible();
  await paste();
  await page.getByRole('checkbox', { name: spanish.takeBack }).click();
  await page.getByRole('button', { name: spanish.read }).click();
  await expect.element(page.getByRole('button', { name })).toBeVisible();
});

test('what is remembered of removed bookings goes with “Borrar todas”, also from an empty list', async () => {
  await open({ bookings: [rowOf('one', quoted)] });
  const name = spanish.open(quoted.name);
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: spanish.remove }).click();
  await expect.element(page.getByText(spanish.emptyHint)).toBeVisible();
  await page.getByRole('button', { name: spanish.deleteAll }).click();
  await page.getByRole('dialog').getByRole('button', { name: spanish.deleteAll }).click();
  await expect.element(page.getByRole('button', { name: spanish.deleteAll })).toBeDisabled();
  await page.getByRole('button', { name: spanish.paste }).click();
  await page.getByRole('textbox', { name: spanish.pasteLabel }).fill(chatOf([quoted]));
  await page.getByRole('button', { name: spanish.read }).click();
  await expect.element(page.getByRole('button', { name })).toBeVisible();
});

test('a message that could not be read is typed in', async () => {
  const text = 'Hola, quiero reservar para el martes';
  await open({ unread: [{ id: 'u', text, phone: null, found: {}, pastedOn: '2099-11-01' }] });
  await page.getByText(spanish.unreadTitle(1, '1')).click();
  await page.getByRole('button', { name: spanish.typeIn }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(dialog.getByText(spanish.problems.required).first()).toBeVisible();
  await dialog.getByLabelText(spanish.time, { exact: true }).fill('08:30');
  await dialog.getByLabelText(spanish.place).fill('Hotel Plaza');
  await dialog.getByLabelText(spanish.name, { exact: true }).fill('Ana Soto');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(page.getByRole('button', { name: spanish.open('Ana Soto') })).toBeVisible();
  expect(storedBookings(user.id).read()).toMatchObject({
    unread: [],
    bookings: [{ text, booking: { time: '08:30' } }],
  });
});

test('one button deletes everything; another account sees nothing', async () => {
  await open({ bookings: busyDay });
  await expect.element(page.getByText(spanish.stored)).toBeVisible();
  await page.getByRole('button', { name: spanish.deleteAll }).click();
  await page.getByRole('dialog').getByRole('button', { name: spanish.deleteAll }).click();
  await expect.element(page.getByText(spanish.emptyHint)).toBeVisible();
  expect(storedBookings(user.id).read()).toBeNull();

  writeBookings('another', { ...noBookings, bookings: busyDay });
  await expect.element(page.getByText(spanish.emptyHint)).toBeVisible();
});

test('a session that ends elsewhere takes no booking along; their time does', () => {
  const past = rowOf('past', { ...quoted, date: '2020-01-01' });
  writeBookings(user.id, { ...noBookings, bookings: [...busyDay, past] });
  forgetEverything();
  tidyBookings();
  expect(storedBookings(user.id).read()?.bookings).toEqual(busyDay);
});

test('the list of an earlier version is its account’s', () => {
  const former = { owner: user.id, ...noBookings, bookings: busyDay };
  localStorage.setItem('personal:bookings', JSON.stringify(former));
  tidyBookings();
  expect(storedBookings(user.id).read()?.bookings).toEqual(busyDay);
  expect(localStorage.getItem('personal:bookings')).toBeNull();
});

test('ten bookings are on a small laptop’s screen, four on a phone’s', async () => {
  const visible = () =>
    [...document.querySelectorAll('tbody tr, ul > li')].filter(
      (row) => row.getBoundingClientRect().bottom <= innerHeight,
    ).length;
  await open({ bookings: busyDay });
  // The panel's header stands above the list.
  await vi.waitFor(() => expect(visible()).toBeGreaterThanOrEqual(12));
  await page.viewport(phone.width, phone.height);
  await vi.waitFor(() => expect(document.querySelector('table')).toBeNull());
  await vi.waitFor(() => expect(visible()).toBeGreaterThanOrEqual(5));
});

test.for(staffLanguages)('the further buttons fit a phone (%s)', async (language) => {
  const { filtersAndActions } = await loadNamespace('admin', language);
  await open({ bookings: busyDay }, language);
  await page.viewport(phone.width, phone.height);
  await page.getByRole('button', { name: filtersAndActions }).click();
  await expect
    .element(page.getByRole('button', { name: (await loadNamespace('bookings', language)).deleteAll }))
    .toBeVisible();
  expectNoSidewaysScroll();
});

test.for(staffLanguages)(
  'the bookings fit every screen, and so does an opened one (%s)',
  async (language) => {
    const t = await loadNamespace('bookings', language);
    await open({ bookings: busyDay }, language);
    await expect.element(page.getByText(t.stored)).toBeVisible();
    await expectFitsEverywhere();
    await openFirst(t);
    await page.getByLabelText(t.reply, { exact: true }).selectOptions('price');
    await expect.element(page.getByText(t.copy)).toBeVisible();
    await expectFitsEverywhere();
  },
);

test('an opened booking and the form are accessible in both themes', async () => {
  await open({ bookings: busyDay });
  await openFirst();
  await expect.element(page.getByLabelText(spanish.driver, { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes();
  await page.getByRole('button', { name: spanish.edit }).click();
  await expect.element(page.getByRole('heading', { name: spanish.editTitle })).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('what the filters show is printed, a page for each day, and nothing of the panel', async () => {
  const next = rowOf('next', { ...quoted, name: 'Carla Ríos', date: '2099-11-29' });
  await open({ bookings: [busyDay[0]!, busyDay[1]!, next] });
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  onTestFinished(() => print.mockRestore());
  await page.getByRole('button', { name: spanish.print }).click();
  expect(print).toHaveBeenCalledOnce();

  window.dispatchEvent(new Event('beforeprint'));
  const sheets = [...document.querySelectorAll('body > .print-root table')].map((each) => each.textContent);
  const printed = ['Anna Keller', 'Maximiliano', diego.name, 'Carla Ríos'].map((text) =>
    sheets.map((sheet) => sheet.includes(text)),
  );
  expect(printed).toEqual([
    [true, false],
    [true, false],
    [true, false],
    [false, true],
  ]);
  window.dispatchEvent(new Event('afterprint'));
  await expect.poll(() => document.querySelector('.print-root')).toBeNull();
});
