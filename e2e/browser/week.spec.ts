import { expect, type Locator, type Page } from '@playwright/test';
import { admin } from '../../web/i18n/es/admin.ts';
import { common } from '../../web/i18n/es/common.ts';
import { devices as deviceWords } from '../../web/i18n/es/fleet/devices.ts';
import { documents as documentWords } from '../../web/i18n/es/fleet/documents.ts';
import { newDrivers } from '../../web/i18n/es/fleet/newDrivers.ts';
import { shiftRecords } from '../../web/i18n/es/fleet/shiftRecords.ts';
import { vehicles as vehicleWords } from '../../web/i18n/es/fleet/vehicles.ts';
import { login } from '../../web/i18n/es/login.ts';
import { studio } from '../../web/i18n/es/studio.ts';
import { today as t } from '../../web/i18n/es/today.ts';
import { rows } from './people.ts';
import { expectUnderThumb, openSection, shownPlate, signIn } from './steps.ts';
import {
  acceptOn,
  Costs,
  documentFile,
  driverFile,
  goTo,
  invitationIn,
  names,
  lastTuesday,
  liveUntilFriday,
  licenceDay,
  nextMonth,
  owner,
  plates,
  test,
  vehicleFile,
} from './weekSteps.ts';

/** The first week of a company: each journey goes on where the one before ended. */
test.describe.configure({ mode: 'serial' });
test.use({ actionTimeout: 20_000 });

/** From the first sign-in to a company that is set up. */
const mostToSetUp = 100;
/** Two of the twelve drivers have not accepted yet. */
const deviceCount = 10;
/** From the day to the answer of a question. */
const mostToAnswer = 3;

const region = (page: Page, name: string) => page.getByRole('region', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const record = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const isTicked = (page: Page, step: string) =>
  expect(page.getByRole('list', { name: t.steps.done }).getByText(step, { exact: true })).toBeVisible();

/** Name and number, one price, the second policy, the three questions: one publication has them all. */
async function publishCompany(page: Page, costs: Costs): Promise<void> {
  const { company, prices, policy, claims } = t.steps;
  const step = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
  costs.step('name and number');
  await costs.press(step(company.action));
  await costs.type(page.getByLabel(studio.fields.name, { exact: true }), 'Transfer del Maipo');
  await costs.type(page.getByLabel(studio.fields.whatsappNumber, { exact: true }), '9 8765 4321');
  await goTo(page, admin.today, costs);
  const chat = page.waitForEvent('popup');
  await costs.press(step(t.steps.try));
  await (await chat).close();
  await isTicked(page, company.title);

  costs.step('prices');
  await costs.press(step(prices.action));
  await costs.type(page.getByLabel(`${studio.fields.pesos}, Las Condes`, { exact: true }), '24.500');

  costs.step('privacy policy 2');
  await goTo(page, admin.today, costs);
  await costs.press(step(policy.action));
  await costs.press(button(page, studio.policy.take));

  costs.step('three questions, publication');
  await goTo(page, admin.today, costs);
  await costs.press(step(claims.action));
  const answers = page.getByRole('group');
  for (const [question, answer] of [
    [studio.publish.claims.questions.gps, studio.publish.claims.yes],
    [studio.publish.claims.questions.monitoring, studio.publish.claims.no],
    [studio.publish.claims.questions.insurance, studio.publish.claims.yes],
  ] as const)
    await costs.press(answers.filter({ hasText: question }).getByLabel(answer));
  await costs.type(page.getByLabel(studio.publish.note), 'La empresa empieza');
  await costs.press(button(page, studio.publish.publish));
  await expect(page.getByText(studio.publish.published('2'))).toBeVisible();
  await goTo(page, admin.today, costs);
  for (const done of [prices, policy, claims]) await isTicked(page, done.title);
}

/** Eight vehicles and twelve drivers, each in one file; gives the drivers' links. */
async function enterFleet(page: Page, costs: Costs): Promise<readonly string[]> {
  costs.step('8 vehicles');
  await costs.press(page.getByRole('link', { name: t.steps.vehicles.action }));
  await costs.press(button(page, vehicleWords.file.open));
  await costs.attach(page, page.getByLabel(admin.importing.file), 'autos.csv', vehicleFile);
  await costs.press(button(page, admin.save));
  await expect(page.getByText(admin.importing.done('8', '0'))).toBeVisible();
  await goTo(page, admin.today, costs);
  // The other two are one line now.
  await expect(region(page, t.steps.title)).toContainText(t.steps.progress('5', '7'));

  costs.step('12 drivers');
  await goTo(page, admin.drivers, costs);
  await costs.press(button(page, newDrivers.file.open));
  await costs.attach(page, page.getByLabel(admin.importing.file), 'conductores.csv', driverFile);
  await costs.press(button(page, admin.save));
  const chats = page.getByRole('dialog').getByRole('link');
  await expect(chats).toHaveCount(names.length);
  const links: string[] = [];
  for (const name of names) {
    const chat = chats.filter({ hasText: name });
    links.push(invitationIn(await chat.getAttribute('href')));
    const opened = page.waitForEvent('popup');
    await costs.press(chat);
    await (await opened).close();
  }
  await costs.press(button(page, common.close));

  costs.step('52 documents');
  await goTo(page, admin.documents, costs);
  await costs.press(button(page, documentWords.file.open));
  await costs.attach(page, page.getByLabel(admin.importing.file), 'documentos.csv', documentFile());
  await expect(page.getByText(admin.importing.counts.new('52'))).toBeVisible();
  await costs.press(button(page, admin.save));
  await expect(page.getByText(admin.importing.done('52', '0'))).toBeVisible();
  return links;
}

test('a company is set up from the first sign-in in at most 100 presses', async ({
  page,
  otherDevice,
  product,
}) => {
  test.setTimeout(240_000);
  const costs = new Costs();
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: '' }));
  costs.step('sign-in');
  await page.goto('/');
  await costs.type(page.getByLabel(login.email, { exact: true }), owner.email);
  await costs.type(page.getByLabel(login.password, { exact: true }), owner.password);
  await costs.press(button(page, login.signIn));
  await expect(region(page, t.steps.title).getByText(t.steps.progress('0', '7'))).toBeVisible();
  await publishCompany(page, costs);
  const links = await enterFleet(page, costs);

  // A driver who accepts on the device in the vehicle has set it up, and begins a shift unless another has the vehicle.
  costs.step('10 devices');
  for (const [index, link] of links.slice(0, deviceCount).entries()) {
    const device = await otherDevice();
    await acceptOn(device, link, `conductor${index}@example.com`, costs);
    await expect.poll(() => rows('devices', 'select=id', product.address)).toHaveLength(index + 1);
    const shifts = Math.min(index + 1, plates.length);
    await expect.poll(() => rows('shifts', 'select=id', product.address)).toHaveLength(shifts);
    await device.context().close();
  }
  await goTo(page, admin.today, costs);
  await expect(region(page, t.shifts.title('8', '10'))).toBeVisible();
  await expect(region(page, t.steps.title)).toBeHidden();
  await expect(region(page, t.lines.expiring(1, '1'))).toContainText(names[0]!);
  await goTo(page, admin.devices, costs);
  await expect(page.getByRole('row')).toHaveCount(1 + deviceCount);
  console.log(String(costs));
  expect(costs.acts, String(costs)).toBeLessThanOrEqual(mostToSetUp);
});

/** Opens the day anew, asks a question there, and asserts what the answer costs. */
async function ask(page: Page, question: string, answer: (costs: Costs) => Promise<void>): Promise<void> {
  await openSection(page, admin.today);
  await expect(region(page, t.shifts.title('8', '10'))).toBeVisible();
  const costs = new Costs();
  costs.step(question);
  await answer(costs);
  console.log(String(costs));
  expect(costs.acts, question).toBeLessThanOrEqual(mostToAnswer);
}

test('each question of the fifth day is answered in at most three presses', async ({ page, product }) => {
  await liveUntilFriday(product.address);
  await signIn(page, owner);
  const line = (name: string) => region(page, name);
  const follow = (name: string, link: string, costs: Costs) =>
    costs.press(line(name).getByRole('link', { name: link }));

  await ask(page, 'who drove this vehicle on Tuesday at 22:00', async (costs) => {
    await goTo(page, admin.shifts, costs);
    await costs.type(page.getByRole('searchbox', { name: shiftRecords.search }), plates[0]!);
    await costs.type(page.getByRole('textbox', { name: shiftRecords.day }), lastTuesday());
    await costs.type(page.getByLabel(shiftRecords.hour), '22:00');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, names[2]!)).toContainText(shownPlate(plates[0]!));
  });

  await ask(page, 'who gets low ratings', async (costs) => {
    await expect(line(t.lines.reviews(1, '1'))).toContainText('«Llegó tarde»');
    await follow(t.lines.reviews(1, '1'), names[1]!, costs);
    await expect(row(page, names[1]!)).toBeVisible();
  });

  await ask(page, 'which document expires this week', async (costs) => {
    await expect(line(t.lines.expiring(1, '1'))).toContainText(names[0]!);
    await follow(t.lines.expiring(1, '1'), names[0]!, costs);
    await expect(record(page, names[0]!)).toContainText('Licencia A2');
  });

  await ask(page, 'which document expires next month', async (costs) => {
    await goTo(page, admin.documents, costs);
    await costs.press(page.getByRole('tab', { name: documentWords.views.list }));
    const state = page.getByLabel(documentWords.state, { exact: true });
    const { day, name } = nextMonth();
    await costs.choose(state, { label: documentWords.expiresIn(name) });
    const due = [day, licenceDay].filter((each) => each.slice(0, 7) === day.slice(0, 7));
    await expect(page.getByRole('row')).toHaveCount(1 + due.length);
    await expect(row(page, 'SOAP')).toContainText(shownPlate(plates[1]!));
  });

  await ask(page, 'which documents are missing', async (costs) => {
    await expect(line(t.lines.missing(1, '1'))).toContainText(t.lacks('SOAP'));
    await follow(t.lines.missing(1, '1'), shownPlate(plates[2]!), costs);
    await expect(page).toHaveURL(/section=vehicles&record=/);
    await expect(page.getByText(shownPlate(plates[2]!)).first()).toBeVisible();
  });

  await ask(page, 'which devices are offline', async (costs) => {
    await expect(line(t.lines.offline(1, '1'))).toContainText(names[3]!);
    await follow(t.lines.offline(1, '1'), t.unnamed, costs);
    await expect(page.getByRole('dialog', { name: names[3]! })).toContainText(deviceWords.states.offline);
  });
  await page.goBack();

  await ask(page, 'who has not begun', async (costs) => {
    await costs.press(page.getByRole('link', { name: t.shifts.off }));
    await expect(page.getByRole('row')).toHaveCount(3);
    for (const name of names.slice(8, deviceCount)) await expect(row(page, name)).toBeVisible();
  });

  await ask(page, 'who has not accepted the invitation', async (costs) => {
    await goTo(page, admin.drivers, costs);
    await costs.choose(page.getByLabel(admin.driverList.filter), { label: admin.driverStates.invited });
    await expect(page.getByRole('row')).toHaveCount(3);
    for (const name of names.slice(deviceCount)) await expect(row(page, name)).toBeVisible();
  });
});

/** Opens the panel anew on the phone, and does something from there: the control is reached in three presses at most. */
async function act(page: Page, name: string, reach: (costs: Costs) => Promise<Locator>): Promise<void> {
  await page.goto('/');
  await expect(region(page, t.lines.reviews(1, '1'))).toBeVisible();
  const costs = new Costs();
  costs.step(name);
  const control = await reach(costs);
  await expectUnderThumb(page, control);
  console.log(String(costs));
  expect(costs.acts, name).toBeLessThanOrEqual(mostToAnswer);
}

test('every daily act is under a thumb on a phone, above the fold', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, owner);
  const waiting = 'Espera Rojas';

  const approve = record(page, waiting).getByRole('button', { name: admin.driverList.activate });
  await act(page, 'approve', async (costs) => {
    await costs.press(region(page, t.lines.waiting(1, '1')).getByRole('link', { name: waiting }));
    return approve;
  });
  await approve.click();
  await expect(page.getByText(admin.driverList.activated(waiting))).toBeVisible();

  // The whole row opens its place.
  const answer = region(page, t.lines.reviews(1, '1')).getByRole('listitem');
  await act(page, 'answer a line of the day', async () => answer);
  await answer.getByRole('link').click();
  await expect(page.getByRole('link', { name: names[1]! })).toBeVisible();

  const assign = button(page, admin.manyDrivers.assign);
  await act(page, 'assign a vehicle', async (costs) => {
    await goTo(page, admin.drivers, costs);
    const tick = page.locator('label', { has: page.getByLabel(admin.selection.row(names[0]!)) });
    await expectUnderThumb(page, tick);
    await costs.press(tick);
    return assign;
  });
  await assign.click();
  const dialog = page.getByRole('dialog', { name: admin.manyDrivers.assignTitle });
  await dialog.getByLabel(admin.manyDrivers.plate).fill(plates[5]!);
  await expectUnderThumb(page, dialog.getByRole('button', { name: admin.manyDrivers.assign }));
  await dialog.getByRole('button', { name: admin.manyDrivers.assign }).click();
  await expect(page.getByText(admin.manyDrivers.assigned(1, '1', shownPlate(plates[5]!)))).toBeVisible();

  const price = page.getByLabel(new RegExp(`^${studio.fields.pesos}, `)).first();
  await act(page, 'change a price', async (costs) => {
    await goTo(page, admin.content, costs);
    return price;
  });
  await price.fill('25.000');
  await expect(page.getByText(studio.saveState.saved)).toBeVisible();

  const lock = button(page, deviceWords.actions.lock);
  await act(page, 'lock a device', async (costs) => {
    const inShift = page.getByRole('list', { name: new RegExp(`^${t.shifts.on}`) });
    await costs.press(inShift.getByRole('link').first());
    await costs.press(
      page.getByRole('region', { name: admin.devices, exact: true }).getByRole('link').first(),
    );
    return lock;
  });
  await lock.click();
  const question = page.getByRole('dialog', { name: deviceWords.lockQuestion });
  await expectUnderThumb(page, question.getByRole('button', { name: deviceWords.actions.lock }));
});
