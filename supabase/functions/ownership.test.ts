import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { goodPassword, signUp } from '../../backend/testing/auth/auth.ts';

/*
 * Functions have the secret key, for which no policy holds. Here an attacker's own records name everything of a victim
 * that text can name; then every operation of every function runs on the attacker, and the victim keeps everything.
 */

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const bucket = '/storage/v1/object/public/imagenes/';

interface Member {
  readonly id: string;
  readonly token: string;
  readonly driverId: string;
  readonly photo: string;
}

/** A driver with an account, a photo, a record, a link and a rating. */
async function createMember(): Promise<Member> {
  const { user, access_token: token } = await signUp(server);
  const photo = `profile-photos/${user.id}-1.png`;
  const uploaded = await server.request(`/storage/v1/object/imagenes/${photo}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: Buffer.from(png, 'base64'),
  });
  expect(uploaded.status).toBe(200);
  const mark = randomUUID().slice(0, 6).toUpperCase();
  const [driver] = await server.context.db.query<{ id: string }>(
    `insert into drivers (name, license_plate, driver_code, photo_url, created_by)
     values ('Ana Soto', $1, $1, $2, $3) returning id`,
    [mark, `https://taxi.example${bucket}${photo}`, user.id],
  );
  const driverId = driver?.id ?? '';
  await server.context.db.query('insert into user_drivers values ($1, $2)', [user.id, driverId]);
  await server.context.db.query('insert into reviews (driver_id, rating) values ($1, 5)', [driverId]);
  return { id: user.id, token, driverId, photo };
}

/** Everything that the database holds about a person, and whether the photo is still served. */
async function everythingOf({ id, driverId, photo }: Member): Promise<unknown> {
  const [row] = await server.context.db.query(
    `select (select to_jsonb(u) from auth.users u where u.id = $1) as account,
       (select count(*)::integer from auth.sessions s where s.user_id = $1) as sessions,
       (select count(*)::integer from auth.identities i where i.user_id = $1) as identities,
       (select to_jsonb(d) from drivers d where d.id = $2) as driver,
       (select to_jsonb(l) from user_drivers l where l.user_id = $1) as link,
       (select count(*)::integer from reviews r where r.driver_id = $2) as reviews,
       (select jsonb_agg(to_jsonb(o) order by o.name) from storage.objects o
         where o.name like 'profile-photos/' || $1 || '-%' or o.name = 'logo.png') as files`,
    [id, driverId],
  );
  return { ...(row as object), photo: (await server.request(bucket + photo)).status };
}

let attacker: Member;
let victim: Member;
beforeEach(async () => {
  [attacker, victim] = [await createMember(), await createMember()];
});

/** Addresses for the attacker's own record. Earlier versions accepted all of them. */
const claims: Readonly<Record<string, () => string>> = {
  'the photo of a driver': () => `https://taxi.example${bucket}${victim.photo}`,
  'it without an origin': () => bucket + victim.photo,
  'it with an escape': () =>
    `${bucket}profile-photos/%${victim.photo.charCodeAt(15).toString(16)}${victim.photo.slice(16)}`,
  'it behind a name of the own': () => `${bucket}${attacker.photo}/../../${victim.photo}`,
  'another file of the bucket': () => `${bucket}logo.png`,
};

const send = (token: string, path: string, method: string, body?: object) =>
  server.request(`/functions/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
const asAdministrator = (path: string, method: string, body?: object) =>
  send(server.as('carla').token, `/admin-users${path}`, method, body);

interface Operation {
  readonly name: string;
  readonly status: number;
  run(): Promise<Response>;
}

/** Sets a device up for the attacker, by a link that an administrator made. */
async function setDeviceUp(): Promise<Response> {
  const made = await server.as('carla').request('/rest/v1/rpc/create_device_link', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ driver: attacker.driverId, name: 'Auto 7' }),
  });
  const [link] = (await made.json()) as readonly { readonly token: string }[];
  const device = { token: link?.token, device_id: randomUUID(), key: `key-${randomUUID()}` };
  return send(attacker.token, '/tablet-setup', 'POST', device);
}

/** Every operation of every function, on the attacker. */
const operations: Readonly<Record<string, readonly Operation[]>> = {
  'my-data': [
    {
      name: 'deletes the own account',
      status: 204,
      run: () => send(attacker.token, '/my-data', 'DELETE', { password: goodPassword }),
    },
  ],
  'tablet-setup': [{ name: 'signs a tablet in', status: 200, run: setDeviceUp }],
  'admin-users': [
    { name: 'lists accounts', status: 200, run: () => asAdministrator('', 'GET') },
    { name: 'lists the audit log', status: 200, run: () => asAdministrator('/audit', 'GET') },
    {
      name: 'creates an account',
      status: 201,
      run: () =>
        asAdministrator('', 'POST', { email: `${randomUUID()}@example.com`, password: goodPassword }),
    },
    {
      name: 'changes an account',
      status: 200,
      run: () => asAdministrator(`/${attacker.id}`, 'PATCH', { blocked: true, driver_id: null }),
    },
    { name: 'deletes an account', status: 204, run: () => asAdministrator(`/${attacker.id}`, 'DELETE') },
    {
      name: 'deletes an account with everything',
      status: 204,
      run: () => asAdministrator(`/${attacker.id}?everything=true`, 'DELETE'),
    },
  ],
};

test('every function is looked at here', async () => {
  const entries = await readdir(import.meta.dirname, { recursive: true });
  const functions = entries.flatMap((entry) => /^([^/_]+)\/index\.ts$/.exec(entry)?.[1] ?? []);
  expect(Object.keys(operations).toSorted()).toEqual(functions.toSorted());
});

const cases = Object.entries(operations).flatMap(([name, list]) =>
  list.flatMap((operation) =>
    Object.keys(claims).map((claim) => [`${name} ${operation.name}`, claim, operation] as const),
  ),
);

test.each(cases)(
  'V4: %s and leaves everything of somebody else, although the record names %s',
  async (_name, claim, operation) => {
    await server.service('/storage/v1/object/imagenes/logo.png', {
      method: 'POST',
      headers: { 'content-type': 'image/png', 'x-upsert': 'true' },
      body: Buffer.from(png, 'base64'),
    });
    await server.context.db.query('update drivers set photo_url = $2 where id = $1', [
      attacker.driverId,
      claims[claim]?.(),
    ]);
    const before = await everythingOf(victim);
    expect(before).toMatchObject({ photo: 200, sessions: 1, reviews: 1 });
    expect((await operation.run()).status).toBe(operation.status);
    expect(await everythingOf(victim)).toEqual(before);
  },
);

test('V4: my-data: deletes the own photo', async () => {
  expect((await operations['my-data']?.[0]?.run())?.status).toBe(204);
  expect((await server.request(bucket + attacker.photo)).status).toBe(400);
});
