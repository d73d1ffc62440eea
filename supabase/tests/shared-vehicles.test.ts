import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { json, mark, registerDriver, type DriverRow } from '../../server/testing/drivers.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

type Send = (path: string, init?: RequestInit) => Promise<Response>;
type ListedRow = DriverRow & { readonly shares_driver_code: boolean };

const register = (fields: Parameters<typeof registerDriver>[1] = {}) => registerDriver(server, fields);

const approve = (send: Send, { id }: DriverRow): Promise<Response> =>
  send(`/rest/v1/drivers?id=eq.${id}`, json('PATCH', { approved: true }));

/** A driver as the administrator's list shows them. */
async function listed({ id }: DriverRow, send: Send = server.as('carla').request): Promise<ListedRow> {
  const response = await send(`/rest/v1/drivers?id=eq.${id}`);
  expect(response.status).toBe(200);
  const [row] = (await response.json()) as [DriverRow];
  const shared = await send('/rest/v1/rpc/shared_driver_codes', json('POST', { drivers: [id] }));
  return { ...row, shares_driver_code: ((await shared.json()) as object[]).length > 0 };
}

async function authorisedOn({ verification_code: code }: DriverRow): Promise<unknown> {
  const response = await server.request('/rest/v1/rpc/verify_driver', json('POST', { code }));
  const [row] = (await response.json()) as { authorised_on: string | null }[];
  return row && row.authorised_on;
}

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' });

test('two drivers register with the plate of the taxi that they share', async () => {
  const morning = await register();
  const { license_plate } = await listed(morning.driver);
  const night = await register({ license_plate });
  expect(night.driver).toMatchObject({ license_plate, approved: true });
});

test('P10: a registration with the code of another driver waits, is shown to administrators, and takes nothing', async () => {
  const { driver: first, request: asFirst } = await register();
  const before = await listed(first);
  const { driver: stranger } = await register({ driver_code: ` ${first.driver_code.toLowerCase()}` });
  // The response to the registration does not tell that the code is in use.
  expect(stranger.approved).toBe(true);
  expect((await listed(stranger)).approved).toBe(false);
  expect([before.shares_driver_code, (await listed(first)).shares_driver_code]).toEqual([false, true]);
  expect((await listed(stranger)).shares_driver_code).toBe(true);
  expect(await listed(first)).toEqual({ ...before, shares_driver_code: true });
  expect((await listed(first, asFirst)).shares_driver_code).toBe(false);
});

test('a code belongs to one verified driver', async () => {
  const carla = server.as('carla').request;
  const { driver: first } = await register();
  const { driver: stranger } = await register({ driver_code: first.driver_code });
  expect((await approve(carla, first)).status).toBe(200);
  const refused = await approve(carla, stranger);
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: '23505', message: expect.stringContaining('drivers_driver_code_key') as string },
  ]);
  const renamed = { driver_code: mark(), approved: true };
  const mended = await carla(`/rest/v1/drivers?id=eq.${stranger.id}`, json('PATCH', renamed));
  expect(mended.status).toBe(200);
  expect((await listed(stranger)).shares_driver_code).toBe(false);
});

test('the public page says “authorised today” only after an administrator’s recorded act', async () => {
  const { driver, request } = await register();
  expect(await authorisedOn(driver)).toBeNull();
  const carla = server.as('carla');
  expect((await approve(carla.request, driver)).status).toBe(200);
  expect(await authorisedOn(driver)).toBe(today.format(new Date()));
  const { approved_at, approved_by } = await listed(driver);
  expect(approved_by).toBe(carla.userId);
  expect(Date.parse(approved_at!)).toBeGreaterThan(Date.now() - 60_000);
  const forged = { approved_at: '2020-01-01T00:00:00Z', approved_by: carla.userId };
  for (const send of [request, carla.request])
    expect((await send(`/rest/v1/drivers?id=eq.${driver.id}`, json('PATCH', forged))).status).toBe(403);
  const withdrawn = await carla.request(
    `/rest/v1/drivers?id=eq.${driver.id}`,
    json('PATCH', { approved: false }),
  );
  expect(await withdrawn.json()).toMatchObject([{ approved_at: null, approved_by: null }]);
  expect(await authorisedOn(driver)).toBeUndefined();
});

test('nobody forges the act at registration; what an administrator writes is verified by them', async () => {
  const fields = { name: 'Olga', license_plate: mark(), driver_code: mark() };
  const forged = { ...fields, approved_at: '2020-01-01T00:00:00Z' };
  const refused = await server.as('nora').request('/rest/v1/drivers', json('POST', forged));
  expect(refused.status).toBe(403);
  const carla = server.as('carla');
  const written = await carla.request('/rest/v1/drivers', json('POST', { ...fields, created_by: null }));
  expect(await written.json()).toMatchObject([{ approved: true, approved_by: carla.userId }]);
});
