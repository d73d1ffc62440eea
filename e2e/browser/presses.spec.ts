import { expect, type Locator, type Page } from '@playwright/test';
import { chileanStamp } from '../../shared/chile/time.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { cases } from '../../web/i18n/es/fleet/cases.ts';
import { documents } from '../../web/i18n/es/fleet/documents.ts';
import { shiftRecords } from '../../web/i18n/es/fleet/shiftRecords.ts';
import { tickets } from '../../web/i18n/es/fleet/tickets.ts';
import { help } from '../../web/i18n/es/help.ts';
import { replies } from '../../web/i18n/es/replies.ts';
import { studio } from '../../web/i18n/es/studio.ts';
import { today as t } from '../../web/i18n/es/today.ts';
import { test } from './ownProduct.ts';
import {
  createAccount,
  createDriver,
  driverWithPhoto,
  mark,
  patch,
  rows,
  uploadPhoto,
  write,
  type DriverAccount,
} from './people.ts';
import { publishEarlier, publishFirst } from './publishing.ts';
import { openSection, Presses, shownPlate, signIn } from './steps.ts';

/**
 * The acts that the owner of a small company does most, with presses counted, and each press on a phone under a thumb; on a
 * product of its own, whose day is that of the company.
 */

const computer = { width: 1366, height: 768 };
const phone = { width: 360, height: 740 };
const isPhone = (page: Page) => page.viewportSize()!.width === phone.width;
const startCounting = (page: Page) => (isPhone(page) ? new Presses(page) : new Presses());
/** Hoy's line of those who wait for approval: other journeys may have registered some as well. */
const waitingLine = (page: Page) => page.getByRole('region', { name: /por aprobar$/ });

/** A driver in a shift, with a low rating. @returns the plate of the vehicle */
async function letDrive({ driverId }: DriverAccount, server: string): Promise<string> {
  const plate = mark();
  await patch('drivers', `id=eq.${driverId}`, { approved: true }, server);
  const [vehicle] = await write<{ id: string }>('vehicles', { license_plate: plate }, server);
  await write('shifts', { driver_id: driverId, vehicle_id: vehicle!.id }, server);
  await write('reviews', { driver_id: driverId, rating: 2, comment: 'Llegó tarde' }, server);
  return plate;
}

/** A licence with its file, which the office has entered. */
async function addLicence({ driverId }: DriverAccount, server: string): Promise<void> {
  const [kind] = await rows<{ id: string }>('document_kinds', 'name=eq.Licencia A1', server);
  const file = `drivers/${driverId}/a.jpg`;
  await uploadPhoto(`documentos/${file}`, server);
  const licence = { kind_id: kind!.id, driver_id: driverId, expires_on: '2099-01-01', file };
  await write('documents', licence, server);
}

const isLoaded = (photo: Locator) =>
  photo.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth > 0);

/** From the list, or on a phone from those who are in a shift. */
async function reachDriver(page: Page, { name }: DriverAccount, presses: Presses): Promise<void> {
  const press = (control: Locator) => presses.press(control);
  if (isPhone(page)) return press(page.getByRole('link', { name: new RegExp(`^${name}`) }).first());
  await openSection(page, admin.drivers, press);
  await press(page.getByRole('link', { name, exact: true }));
}

/** A passenger's complaint. @returns its number */
async function complain(page: Page): Promise<string> {
  await page.goto('/help');
  await page.getByLabel(help.kinds.complaint).check();
  await page.getByLabel(help.form.body).fill('El conductor llegó tarde');
  await page.getByLabel(help.form.contact).fill('ana@example.cl');
  await page.getByLabel(help.form.consent).check();
  await page.getByRole('button', { name: help.form.send }).click();
  return (await page.getByText(/^\d{6}$/).textContent())!;
}

/** A company that works: its first steps are one line below what waits. */
test.beforeEach(({ product: { address: server } }) => publishEarlier(server));

const devices = [
  ['computer', computer, 0],
  ['phone', phone, 1],
] as const;

for (const [device, size, more] of devices) {
  test(`on a ${device} a case is found by its number in two presses, and answered from Hoy in four`, async ({
    page,
    product: { address: server },
  }) => {
    await page.setViewportSize(size);
    const number = await complain(page);
    await signIn(page, await createAccount('office', server));
    const record = page.getByRole('article');
    const words = record.getByText('El conductor llegó tarde');

    const finding = startCounting(page);
    const search = page.getByRole('combobox', { name: admin.find.label });
    const button = page.getByRole('button', { name: admin.find.label });
    await expect(search.or(button)).toBeVisible();
    await finding.press((await button.isVisible()) ? button : search);
    await search.fill(number);
    await finding.press(page.getByRole('option', { name: new RegExp(number) }));
    await expect(words).toBeVisible();
    expect(finding.count).toBeLessThanOrEqual(2 + more);

    await page.goto('/');
    const answering = startCounting(page);
    await answering.press(page.getByRole('link', { name: new RegExp(number) }));
    await expect(words).toBeVisible();
    await answering.choose(record.getByLabel(cases.template), cases.templates.sorry);
    await answering.press(record.getByRole('button', { name: tickets.send, exact: true }));
    await expect(page.getByText(cases.replied(number))).toBeVisible();
    await expect(record.getByText(replies.cases.sorry(number))).toBeVisible();
    expect(answering.count).toBeLessThanOrEqual(4 + more);
  });

  test(`on a ${device} a forgotten end of a shift is corrected in four presses`, async ({
    page,
    product: { address: server },
  }) => {
    const elena = await createDriver(`Elena ${mark()}`, server);
    const plate = await letDrive(elena, server);
    const [began, ended] = [30, 20].map((hours) => new Date(Date.now() - hours * 60 * 60_000));
    await patch('shifts', `driver_id=eq.${elena.driverId}`, { started_at: began }, server);
    await page.setViewportSize(size);
    await signIn(page, await createAccount('office', server));
    const presses = startCounting(page);
    await presses.press(page.getByRole('link', { name: new RegExp(`^${t.shifts.on} \\(`) }));
    await presses.press(
      page.getByRole('button', { name: shiftRecords.correct(elena.name, shownPlate(plate)) }),
    );
    const dialog = page.getByRole('dialog', { name: shiftRecords.end.title });
    const [day, time] = chileanStamp(ended!.toISOString()).split(' ');
    await dialog.getByLabel(shiftRecords.end.day).fill(day!);
    await dialog.getByLabel(shiftRecords.end.time).fill(time!);
    await presses.press(dialog.getByRole('button', { name: admin.save }));
    await expect(page.getByText(shiftRecords.end.saved(elena.name, shownPlate(plate)))).toBeVisible();
    expect(presses.count).toBeLessThanOrEqual(4 + more);
  });

  test(`on a ${device} the page of a driver who is not in a shift is ${2 + more} presses away`, async ({
    page,
    product: { address: server },
  }) => {
    // The list begins with those who wait for approval: the ones of other journeys would fill the phone's screen.
    await patch('drivers', 'approved=is.false', { approved: true }, server);
    const elena = await createDriver(`Elena ${mark()}`, server);
    await page.setViewportSize(size);
    await signIn(page, await createAccount('office', server));
    const presses = startCounting(page);
    await openSection(page, admin.drivers, (control) => presses.press(control));
    // A press anywhere on the row opens it.
    const row = page.getByRole(isPhone(page) ? 'listitem' : 'row').filter({ hasText: elena.name });
    await presses.press(row);
    await expect(page.getByRole('article', { name: elena.name, exact: true })).toBeVisible();
    expect(presses.count).toBeLessThanOrEqual(2 + more);
  });
}

for (const [device, size] of devices)
  test(`on a ${device} one screen says how a driver is, in two presses; photo and licence are seen before approving, in three`, async ({
    page,
    product: { address: server },
  }) => {
    const elena = await createDriver(`Elena ${mark()}`, server);
    const plate = await letDrive(elena, server);
    // Those whom other journeys have left waiting, of the same name.
    await patch('drivers', 'state=eq.waiting', { approved: true }, server);
    const waiting = await driverWithPhoto(server);
    await addLicence(waiting, server);
    await page.setViewportSize(size);
    await signIn(page, await createAccount('office', server));
    const record = page.getByRole('article');
    const card = (name: string) => record.getByRole('region', { name, exact: true });

    const asking = startCounting(page);
    await reachDriver(page, elena, asking);
    const state = record.getByText(admin.driverStates.active, { exact: true });
    await expect(state).toBeVisible();
    await expect(card(admin.shifts)).toContainText(shownPlate(plate));
    await expect(card(admin.reviews)).toContainText('Llegó tarde');
    await expect(card(admin.documents)).toContainText(admin.record.lacking(''));
    await expect(card(admin.cases)).toContainText(admin.record.none);
    expect(asking.count).toBeLessThanOrEqual(2);
    // The answer is on the screen as it opened, without scrolling.
    if (!isPhone(page))
      for (const answer of [
        state,
        card(admin.shifts).getByText(shownPlate(plate)),
        record.getByRole('link', { name: /2,0/ }),
        card(admin.documents).getByText(new RegExp(admin.record.lacking(''))),
        card(admin.cases).getByText(admin.record.none),
      ])
        await expect(answer.first()).toBeInViewport({ ratio: 1 });

    await page.goto('/');
    const approving = startCounting(page);
    await approving.press(waitingLine(page).getByRole('link', { name: waiting.name, exact: true }));
    const photo = record.getByRole('img', { name: waiting.name, exact: true });
    await expect.poll(() => isLoaded(photo)).toBe(true);
    const download = page.waitForEvent('download');
    await approving.press(card(admin.documents).getByRole('button', { name: documents.form.openFile }));
    await download;
    await approving.press(record.getByRole('button', { name: admin.driverList.activate }));
    await expect(page.getByText(admin.driverList.activated(waiting.name))).toBeVisible();
    expect(approving.count).toBeLessThanOrEqual(3);
  });

// A phone shows the first route without scrolling.
for (const [device, size, most, route, before] of [
  ['computer', computer, 4, 'Providencia', '$18.000'],
  ['phone', phone, 5, 'Centro', '$15.000'],
] as const)
  test(`on a ${device} a price is published in ${most} presses, and each step shows what passengers read`, async ({
    page,
    product: { address: server },
  }) => {
    await page.setViewportSize(size);
    await signIn(page, await createAccount('admin', server));
    const presses = startCounting(page);
    const unpublished = page.getByText(t.lines.draft(1, '1'), { exact: true });
    const price = page.getByLabel(`${studio.fields.pesos}, ${route}`, { exact: true });
    const { drafts, states } = studio.prices;

    await openSection(page, admin.content, (control) => presses.press(control));
    await expect(unpublished).toBeHidden();
    await presses.press(price);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('19000');
    await expect(page.getByText(drafts.current(before), { exact: true })).toBeVisible();
    await expect(unpublished).toBeVisible();
    await expect(page.getByRole('tab', { name: `${studio.views.publish} (1)` })).toBeVisible();
    await expect(page.getByText(studio.saveState.saved)).toBeVisible();
    const other = await page.context().newPage();
    await other.goto('/');
    await expect(other.getByRole('region', { name: t.lines.draft(1, '1') })).toBeVisible();
    await other.close();
    await presses.press(page.getByRole('button', { name: studio.publish.publish }));
    await expect(page.getByText('$19.000')).toBeVisible();
    await expect(page.getByLabel(studio.publish.note)).toBeFocused();
    await page.keyboard.type('Suben los peajes');
    await presses.press(page.getByRole('button', { name: studio.publish.publish }));
    await expect(page.getByText(studio.publish.nothing)).toBeVisible();
    await expect(unpublished).toBeHidden();
    expect(presses.count).toBeLessThanOrEqual(most);
    await page.goto('/?section=content');
    await expect(price).toHaveValue('$19.000');
    await expect(page.getByText(drafts.current(before), { exact: true })).toBeHidden();
    await expect(page.getByText(states.current).first()).toBeVisible();
    await publishFirst(server);
  });
