import { expect, test, type Locator, type Page, type WebSocket, type WebSocketRoute } from '@playwright/test';
import { admin as words } from '../../web/i18n/es/admin.ts';
import { driver as labels } from '../../web/i18n/es/driver.ts';
import { common } from '../../web/i18n/es/common.ts';
import { home } from '../../web/i18n/es/home.ts';
import { login } from '../../web/i18n/es/login.ts';
import { rating } from '../../web/i18n/es/rating.ts';
import { createAccount, createDriver, mark, patch, remove, rows, write, type Account } from './people.ts';
import { address, secretKey } from './settings.ts';
import { openSection, shownPlate, signIn, signInLive, websocketAddress } from './steps.ts';

async function openPanel(page: Page): Promise<WebSocket> {
  const socket = await signInLive(page, await createAccount('admin'));
  await openSection(page, words.drivers);
  await expect(page.getByRole('searchbox')).toBeVisible();
  return socket;
}

function card(page: Page): Locator {
  return page.getByRole('banner');
}

/** The requests that the page's security policy blocks. */
function refusalsOf(page: Page): string[] {
  const refusals: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refusals.push(message.text());
  });
  return refusals;
}

/** Signs in as the account somewhere else, and out of every device. */
async function endSessions({ email, password }: Account): Promise<void> {
  const post = (path: string, token: string, body: object) =>
    fetch(`${address}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: secretKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const signedIn = await post('token?grant_type=password', secretKey, { email, password });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  expect((await post('logout?scope=global', token, {})).status).toBe(204);
}

test('what is written elsewhere reaches the card without a reload: a rating, a corrected record, another driver, none', async ({
  page,
}) => {
  const refusals = refusalsOf(page);
  const account = await createAccount();
  const [driver, other] = [await createDriver(), await createDriver(`Reemplazo ${mark()}`)];
  await remove('user_drivers', `user_id=in.(${driver.id},${other.id})`);
  await write('user_drivers', { user_id: account.id, driver_id: driver.driverId });
  await signInLive(page, account);
  await expect(card(page).getByText('4,8', { exact: true })).toBeVisible();
  await write('reviews', { driver_id: driver.driverId, rating: 3 });
  await expect(card(page).getByText('3,0', { exact: true })).toBeVisible();
  const [name, plate] = [`Corregida ${mark()}`, mark()];
  await patch('drivers', `id=eq.${driver.driverId}`, { name, license_plate: plate });
  await expect(card(page).getByRole('heading', { name })).toBeVisible();
  await expect(card(page).getByText(shownPlate(plate))).toBeVisible();

  // After a passenger has rated, the card keeps that value while the rest goes on following.
  await page.getByRole('button', { name: home.rateTrip }).click();
  await page.getByRole('radio', { name: rating.stars(4) }).check();
  await page.getByRole('button', { name: rating.submit }).click();
  await expect(card(page).getByText('4,0', { exact: true })).toBeVisible();
  await write('reviews', { driver_id: driver.driverId, rating: 1 });
  const followed = `Seguida ${mark()}`;
  await patch('drivers', `id=eq.${driver.driverId}`, { name: followed });
  await expect(card(page).getByRole('heading', { name: followed })).toBeVisible();
  await expect(card(page).getByText('4,0', { exact: true })).toBeVisible();

  await patch('user_drivers', `user_id=eq.${account.id}`, { driver_id: other.driverId });
  await expect(card(page).getByRole('heading', { name: other.name })).toBeVisible();
  await remove('user_drivers', `user_id=eq.${account.id}`);
  await expect(page.getByRole('button', { name: login.complete })).toBeVisible();
  const kept = await page.evaluate<string[]>(`Object.keys(localStorage)`);
  expect(kept.filter((key) => key.startsWith('personal:'))).toEqual([]);
  expect(refusals).toEqual([]);
});

test('D5 the tables of an administrator follow what others do, an edit in progress survives, and nothing of either is lost', async ({
  page,
}) => {
  const refusals = refusalsOf(page);
  const tag = `Viva${mark()}`;
  const [edited, other] = [await createDriver(`${tag} Beta`), await createDriver(`${tag} Gama`)];
  const account = await createAccount();
  const socket = await openPanel(page);
  await page.getByRole('searchbox').fill(tag);
  await expect(page).toHaveURL(new RegExp(`search=${tag}`));
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: words.driverList.editDriver(edited.name) }).click();
  const nameField = page.getByLabel(labels.short.name, { exact: true });
  await nameField.fill(`${tag} Beta escrita`);

  await patch('drivers', `id=eq.${other.driverId}`, { name: `${tag} Gama corregida` });
  await expect(page.getByRole('rowheader', { name: `${tag} Gama corregida` })).toBeVisible();
  await remove('user_drivers', `user_id=eq.${other.id}`);
  const added = await createDriver(`${tag} Alfa`);
  await expect(page.getByRole('rowheader', { name: added.name })).toBeVisible();
  await expect(nameField).toHaveValue(`${tag} Beta escrita`);
  await expect(nameField).toBeFocused();

  // The change of somebody else takes the row off this search: it stays until it is saved.
  await patch('drivers', `id=eq.${edited.driverId}`, {
    name: 'Fuera de la lista',
    contact: '+56987654321',
  });
  await patch('drivers', `id=eq.${other.driverId}`, { name: `${tag} Gama al final` });
  await expect(page.getByRole('rowheader', { name: `${tag} Gama al final` })).toBeVisible();
  await expect(nameField).toHaveValue(`${tag} Beta escrita`);
  // The name is the one thing that both have written: who is second is asked.
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(words.driverList.conflict)).toBeVisible();
  await expect(nameField).toHaveValue(`${tag} Beta escrita`);
  await expect(page.getByLabel(labels.short.phone, { exact: true })).toHaveValue('+56987654321');
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByRole('rowheader', { name: `${tag} Beta escrita` })).toBeVisible();
  expect(await rows('drivers', `id=eq.${edited.driverId}&select=name,contact`)).toEqual([
    { name: `${tag} Beta escrita`, contact: '+56987654321' },
  ]);

  await openSection(page, words.users);
  await page.getByRole('searchbox').fill(account.email);
  const row = page.getByRole('row').filter({ hasText: account.email });
  await expect(row).toContainText(words.unassigned);
  await write('user_drivers', { user_id: account.id, driver_id: other.driverId });
  await expect(row).toContainText(`${tag} Gama al final`);
  expect(refusals).toEqual([]);

  const closed = socket.waitForEvent('close');
  await page.getByRole('button', { name: common.signOut }).click();
  await closed;
  await expect(page).toHaveURL('/login');
});

test('many changes at once are few reloads of the table', async ({ page }) => {
  const tag = `Salva${mark()}`;
  await openPanel(page);
  await page.getByRole('searchbox').fill(tag);
  await expect(page.getByText(words.nothingFound)).toBeVisible();
  let reads = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/rest/v1/drivers')) reads += 1;
  });
  const numbers = Array.from({ length: 60 }, (_, number) => number);
  const fields = (number: number) => ({
    name: `${tag} ${String(number).padStart(2, '0')}`,
    license_plate: mark(),
    driver_code: mark(),
    contact: '+56912345678',
  });
  await write('drivers', numbers.map(fields));
  await expect(page.getByText(words.paging.shown('1', '25', '60'))).toBeVisible();
  expect(reads).toBeLessThan(20);
});

test('after the connection was cut, or the server closed the channel, the page catches up and listens again', async ({
  page,
}) => {
  const driver = await createDriver();
  const rate = (stars: number) => write('reviews', { driver_id: driver.driverId, rating: stars });
  let reachable = true;
  const open: { readonly socket: WebSocketRoute; topic: string }[] = [];
  await page.routeWebSocket(websocketAddress, (socket) => {
    if (!reachable) return void socket.close({ code: 1012 });
    const server = socket.connectToServer();
    const entry = { socket, topic: '' };
    socket.onMessage((message) => {
      entry.topic = /"(realtime:[^"]+)","phx_join"/.exec(String(message))?.[1] ?? entry.topic;
      server.send(message);
    });
    open.push(entry);
    return undefined;
  });
  await signIn(page, driver);
  await rate(5);
  await expect(card(page).getByText('5,0', { exact: true })).toBeVisible();

  reachable = false;
  for (const { socket } of open.splice(0)) await socket.close({ code: 1012 });
  const missed = `Mientras tanto ${mark()}`;
  await patch('drivers', `id=eq.${driver.driverId}`, { name: missed });
  reachable = true;
  await expect(card(page).getByRole('heading', { name: missed })).toBeVisible();
  await rate(2);
  await expect(card(page).getByText('3,5', { exact: true })).toBeVisible();

  for (const { socket, topic } of open) socket.send(JSON.stringify([null, null, topic, 'phx_close', {}]));
  for (const stars of [2, 2, 1]) await rate(stars);
  await expect(card(page).getByText('2,4', { exact: true })).toBeVisible();
  await rate(5);
  await expect(card(page).getByText('2,8', { exact: true })).toBeVisible();
});

/** The topics of the channels that a page joins. */
function topicsOf(page: Page): string[] {
  const topics: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const topic = /^\[[^[]*"(realtime:[^"]+)","phx_join"/.exec(String(payload))?.[1];
      if (topic) topics.push(topic);
    }),
  );
  return topics;
}

test('all that a page watches, for as long as it is shown, goes over one connection', async ({ page }) => {
  const sockets: WebSocket[] = [];
  page.on('websocket', (socket) => sockets.push(socket));
  const topics = topicsOf(page);
  const socket = await signInLive(page, await createDriver());
  for (const watched of [2, 3]) {
    await page.getByRole('button', { name: home.rateTrip }).click();
    await expect.poll(() => topics.length).toBe(watched);
    const left = socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('"phx_leave"'));
    await page.getByRole('dialog').getByRole('button', { name: common.close, exact: true }).click();
    await left;
  }
  expect(sockets.filter((each) => each.url().includes('/realtime/v1/'))).toHaveLength(1);
});

test('V11: two devices share no channel whose name anybody could guess; a refreshed token is handed on; offline, then a session ended elsewhere', async ({
  page,
  context,
  browser,
}) => {
  const driver = await createDriver();
  const topics = topicsOf(page);
  const socket = await signInLive(page, driver);
  const neighbour = await browser.newPage();
  const theirs = topicsOf(neighbour);
  await signInLive(neighbour, await createDriver());
  expect(new Set([...topics, ...theirs]).size).toBe(2);
  for (const topic of [...topics, ...theirs]) expect(topic).toMatch(/^realtime:changes(-[a-z\d]{1,7}){4}$/);
  await neighbour.close();

  const handedOn = socket.waitForEvent('framesent', ({ payload }) =>
    String(payload).includes('"access_token",{'),
  );
  // The stored session is about to end, and the driver comes back to the tab.
  await page.evaluate(`
    const key = Object.keys(localStorage).find((each) => each.endsWith('-auth-token'));
    const session = JSON.parse(localStorage.getItem(key));
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 20 }));
    window.dispatchEvent(new Event('visibilitychange'));
  `);
  await handedOn;

  // A device that was offline catches up when it is online again.
  await context.setOffline(true);
  const name = `Sin red ${mark()}`;
  await patch('drivers', `id=eq.${driver.driverId}`, { name });
  await context.setOffline(false);
  await expect(card(page).getByRole('heading', { name })).toBeVisible();

  await endSessions(driver);
  await expect(page).toHaveURL('/login', { timeout: 40_000 });
});
