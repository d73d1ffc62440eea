import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createGotrueAccount,
  promoteGotrueAccount,
  type Account,
  type NewAccount,
} from '../../server/testing/gotrue.ts';
import { createHostedDatabase, type HostedDatabase } from '../../server/testing/hosted.ts';

let project: HostedDatabase;
beforeAll(async () => {
  project = await createHostedDatabase();
});
afterAll(() => project[Symbol.asyncDispose]());

const createAccount = (fields?: NewAccount): Promise<Account> => createGotrueAccount(project, fields);

async function createDriver(): Promise<string> {
  const plate = randomUUID().slice(0, 6).toUpperCase();
  const { rows } = await project.operator.query<{ id: string }>(
    `insert into public.drivers (name, license_plate, driver_code) values ('Ana', $1, $1) returning id`,
    [plate],
  );
  return rows[0]!.id;
}

async function passwordOf({ id }: Account): Promise<string | null | undefined> {
  const { rows } = await project.operator.query<{ password: string | null }>(
    'select encrypted_password as password from auth.users where id = $1',
    [id],
  );
  return rows[0]?.password;
}

test('the migrations and the seed ran as a role that is no superuser and owns neither auth nor storage', async () => {
  const { rows } = await project.operator.query(
    `select rolsuper, (select count(*)::integer from public.time_based_routes) as tours
     from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([{ rolsuper: false, tours: 2 }]);
  const owned = await project.operator.query(
    `select from pg_class where relnamespace in ('auth'::regnamespace, 'storage'::regnamespace)
       and pg_has_role(relowner, 'usage')`,
  );
  expect(owned.rows).toEqual([]);
});

test('an account that is created with a driver has it, whatever the order of the writes', async () => {
  const driver = await createDriver();
  const { id } = await createAccount({ appMetadata: { initial_driver_id: driver } });
  const linked = `select driver_id from public.user_drivers where user_id = '${id}'`;
  expect((await project.operator.query(linked)).rows).toEqual([{ driver_id: driver }]);
  await project.operator.query(`delete from public.user_drivers where user_id = '${id}'`);
  await project.auth.query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"providers": []}' where id = '${id}'`,
  );
  expect((await project.operator.query(linked)).rows, 'a removed link stays removed').toEqual([]);
});

test('an account with a driver that does not exist is not created', async () => {
  const nobody = { initial_driver_id: randomUUID() };
  await expect(createAccount({ appMetadata: nobody })).rejects.toThrow('foreign key');
});

test('an administrator who is created signs in with the given password', async () => {
  expect(await passwordOf(await createAccount({ appMetadata: { role: 'admin' } }))).toBe('hash');
});

test('a promotion keeps the password that comes with it and closes every other way in', async () => {
  const [chosen, own] = [await createAccount(), await createAccount()];
  await promoteGotrueAccount(project, chosen, 'new');
  await promoteGotrueAccount(project, own);
  expect([await passwordOf(chosen), await passwordOf(own)]).toEqual(['new', null]);
  const { rows } = await project.operator.query('select from auth.sessions where user_id = any ($1)', [
    [chosen.id, own.id],
  ]);
  expect(rows).toEqual([]);
});

const countDrivers = 'select count(*)::integer as drivers from public.drivers';

test('an administrator with a second factor is one only where it was entered', async () => {
  await createDriver();
  const { id, claims } = await createAccount({ appMetadata: { role: 'admin' } });
  const sees = async (aal: string) =>
    (await project.asCaller<{ drivers: number }>('authenticated', { ...claims, aal }, countDrivers))[0]
      ?.drivers;
  expect(await sees('aal1')).toBeGreaterThan(0);
  await project.auth.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'unverified', now(), now())`,
    [id],
  );
  expect(await sees('aal1'), 'a factor that was never verified').toBeGreaterThan(0);
  await project.auth.query(`update auth.mfa_factors set status = 'verified' where user_id = $1`, [id]);
  expect(await sees('aal1')).toBe(0);
  expect(await sees('aal2')).toBeGreaterThan(0);
  const store = (aal: string): Promise<unknown> =>
    project.asCaller(
      'authenticated',
      { ...claims, aal },
      `insert into storage.objects (bucket_id, name, version) values ('imagenes', 'profile-photos/x.png', '1')`,
    );
  await expect(store('aal1')).rejects.toThrow('row-level security');
  await expect(store('aal2')).resolves.toEqual([]);
  const other = (await createAccount({ appMetadata: { role: 'admin' } })).claims;
  const [row] = await project.asCaller<{ drivers: number }>('authenticated', other, countDrivers);
  expect(row?.drivers, 'the factor of another account').toBeGreaterThan(0);
});

test('where administrators need a second factor, a password alone gives no rights', async () => {
  const { claims } = await createAccount({ appMetadata: { role: 'admin' } });
  const isAdmin = async (aal: string) =>
    project.asCaller('authenticated', { ...claims, aal }, 'select private.is_admin() as admin');
  await project.operator.query(`select private.configure('{"require_admin_mfa": "true"}')`);
  expect([await isAdmin('aal1'), await isAdmin('aal2')]).toEqual([[{ admin: false }], [{ admin: true }]]);
  await project.operator.query(`select private.configure('{"require_admin_mfa": "false"}')`);
  expect(await isAdmin('aal1')).toEqual([{ admin: true }]);
});

test.each([
  ['signed out', 'delete from auth.sessions where user_id = $1'],
  ['banned', `update auth.users set banned_until = now() + interval '1 hour' where id = $1`],
  ['demoted', `update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = $1`],
  [
    'moved to the office',
    `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "office"}' where id = $1`,
  ],
  ['deleted', 'delete from auth.users where id = $1'],
])('an administrator who was %s has no rights left, although the token is still good', async (_how, sql) => {
  const { id, claims } = await createAccount({ appMetadata: { role: 'admin' } });
  await project.auth.query(sql, [id]);
  expect(await project.asCaller('authenticated', claims, countDrivers)).toEqual([{ drivers: 0 }]);
  await expect(
    project.write(
      'authenticated',
      claims,
      `insert into storage.objects (bucket_id, name, version) values ('imagenes', 'profile-photos/x.png', '1')`,
    ),
  ).rejects.toThrow('row-level security');
});

test('a driver sees and rates only what is theirs', async () => {
  const [driver, other] = [await createDriver(), await createDriver()];
  const { claims } = await createAccount({ appMetadata: { initial_driver_id: driver } });
  expect(await project.asCaller('authenticated', claims, 'select id from public.drivers')).toEqual([
    { id: driver },
  ]);
  const rate = (id: string): Promise<unknown> =>
    project.asCaller(
      'authenticated',
      claims,
      `insert into public.reviews (driver_id, rating) values ('${id}', 5)`,
    );
  await expect(rate(driver)).resolves.toEqual([]);
  await expect(rate(other)).rejects.toThrow('row-level security');
  await expect(project.asCaller('anon', {}, 'select from public.drivers')).rejects.toThrow(
    'permission denied',
  );
});

test('the operator makes registrations wait without a parameter of a role', async () => {
  const register = async () => {
    const { claims } = await createAccount();
    return project.asCaller(
      'authenticated',
      claims,
      `insert into public.drivers (name, license_plate, driver_code) values ('Eva', 'EVA123', 'E') returning approved`,
    );
  };
  expect(await register()).toEqual([{ approved: true }]);
  await project.operator.query(`select private.configure('{"driver_approval": "manual"}')`);
  expect(await register()).toEqual([{ approved: false }]);
  await project.operator.query(`select private.configure('{"driver_approval": "automatic"}')`);
  const { rows } = await project.operator.query(
    `select from pg_db_role_setting, unnest(setconfig) as parameter where parameter like 'app.%'`,
  );
  expect(rows).toEqual([]);
});

interface Told {
  readonly action: string;
  readonly actor_username: string;
  readonly traits?: { readonly target?: string };
}

async function readLog(claims: object, person = ''): Promise<readonly Told[]> {
  const [row] = await project.asCaller<{ log: { entries: { payload: Told }[] } }>(
    'authenticated',
    claims,
    `select public.audit_log(person => '${person}') as log`,
  );
  return row!.log.entries.map(({ payload }) => payload);
}

test('administrators read what was done, with the sign-ins of GoTrue where it keeps them', async () => {
  const { id, email, claims } = await createAccount({ appMetadata: { role: 'admin' } });
  const driver = await createDriver();
  await project.write(
    'authenticated',
    claims,
    `update public.drivers set name = 'Eva' where id = '${driver}'`,
  );
  await project.write('service_role', {}, `delete from public.drivers where id = '${driver}'`);
  expect((await readLog(claims)).map(({ action, actor_username: by }) => [action, by])).toEqual([
    ['driver_deleted', 'service_role'],
    ['driver_changed', email],
  ]);
  await project.auth.query(
    `insert into auth.audit_log_entries (id, payload, created_at) values
       (gen_random_uuid(), json_build_object('action', 'login', 'actor_id', $1::text, 'actor_username', $2::text,
         'log_type', 'account', 'traits', json_build_object('provider', 'email')), now())`,
    [id, email],
  );
  expect((await readLog(claims, email)).map(({ action }) => action)).toEqual(['login', 'driver_changed']);
});

test('an administrator publishes the content, and anybody reads it', async () => {
  const { email, claims } = await createAccount({ appMetadata: { role: 'admin' } });
  const { claims: others } = await createAccount();
  const edited = `(select jsonb_set(content, '{company,name}', '"Mi Transfer"') from public.content_drafts)`;
  const save = `select public.save_content(${edited}, 1) as version`;
  await expect(project.write('authenticated', others, save)).rejects.toThrow('not_admin');
  expect(await project.write('authenticated', claims, save)).toEqual([{ version: 2 }]);
  const publish = `select public.publish_content(2, 'Nuevo nombre') as release`;
  expect(await project.write('authenticated', claims, publish)).toEqual([{ release: 2 }]);
  const newest = `select id, content -> 'company' ->> 'name' as name from public.content_releases order by id desc limit 1`;
  expect(await project.asCaller('anon', {}, newest)).toEqual([{ id: 2, name: 'Mi Transfer' }]);
  const who = 'select published_by from public.content_history() limit 1';
  expect(await project.asCaller('authenticated', claims, who)).toEqual([{ published_by: email }]);
});

test('the person for whom a function calls is named, and forgotten with the account', async () => {
  const administrator = await createAccount({ appMetadata: { role: 'admin' } });
  const [leaving, account] = [await createAccount({ appMetadata: { role: 'admin' } }), await createAccount()];
  await project.write(
    'service_role',
    {},
    `select set_config('request.headers', '{"x-acting-for": "${leaving.id}", "cf-connecting-ip": "192.0.2.1"}', true);
     select public.record_account_act('user_modified', '${account.id}', 'password')`,
  );
  const acts = async (person: string) =>
    (await readLog(administrator.claims, person)).map(({ actor_username: by }) => by);
  expect(await acts(account.email)).toEqual([leaving.email]);
  await project.auth.query('delete from auth.users where id = $1', [leaving.id]);
  expect([await acts(account.email), await acts(leaving.email)]).toEqual([[''], []]);
  await expect(
    project.asCaller('authenticated', administrator.claims, 'select from private.audit'),
  ).rejects.toThrow('permission denied');
  await expect(project.operator.query('delete from private.audit')).rejects.toThrow('append-only');
});

test('a person gets what is held about them', async () => {
  const { id, claims } = await createAccount();
  await project.write(
    'service_role',
    {},
    `select public.record_account_act('user_modified', '${id}', 'password')`,
  );
  const [row] = await project.asCaller<{ data: { audit_log: { action: string; by: string }[] } }>(
    'authenticated',
    claims,
    'select public.personal_data() as data',
  );
  expect(row?.data.audit_log).toMatchObject([
    { action: 'user_modified', by: 'others' },
    { action: 'personal_data_read', by: 'you' },
  ]);
});

test('functions of the product are nobody’s but those for whom they are', async () => {
  const id = randomUUID();
  for (const role of ['anon', 'authenticated'])
    await expect(
      project.asCaller(role, {}, `select public.record_account_act('user_deleted', '${id}')`),
    ).rejects.toThrow('permission denied');
  await expect(project.asCaller('anon', {}, 'select public.audit_log()')).rejects.toThrow(
    'permission denied',
  );
});

test('a driver leaves and returns: GoTrue and the policies see the block', async () => {
  const { claims: admin } = await createAccount({ appMetadata: { role: 'admin' } });
  const driver = await createDriver();
  const { id: account } = await createAccount({ appMetadata: { initial_driver_id: driver } });
  const state = async () => {
    const { rows } = await project.operator.query(
      `select d.state, coalesce(u.banned_until > now(), false) as blocked,
         (select count(*)::integer from auth.sessions s where s.user_id = u.id) as sessions
       from public.drivers d, auth.users u where d.id = $1 and u.id = $2`,
      [driver, account],
    );
    return rows[0] as object;
  };
  const act = (sql: string) => project.write('authenticated', admin, sql);
  await act(`update public.drivers set approved = true where id = '${driver}'`);
  expect(await state()).toEqual({ state: 'active', blocked: false, sessions: 1 });
  await act(`select public.driver_left('${driver}')`);
  expect(await state()).toEqual({ state: 'left', blocked: true, sessions: 0 });
  await act(`select public.driver_returned('${driver}')`);
  expect(await state()).toEqual({ state: 'active', blocked: false, sessions: 0 });
  await project.auth.query('delete from auth.users where id = $1', [account]);
  const { rows } = await project.operator.query('select state from public.drivers where id = $1', [driver]);
  expect(rows).toEqual([{ state: 'invited' }]);
});
