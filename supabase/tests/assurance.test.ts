import { authEndpoints } from '../../backend/auth/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../backend/config/config.ts';
import { withAuth } from '../../backend/testing/auth/auth-config.ts';
import { goodPassword, newEmail } from '../../backend/testing/auth/auth.ts';
import { createInbox, joined, listen } from '../../backend/testing/realtime.ts';
import { createActors, type Actors } from '../../server/testing/actors.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import {
  codeOf,
  enrol,
  newMember,
  newSecuredMember,
  passStep,
  sessionOf,
  signInAgain,
  type Member,
} from '../../backend/testing/auth/factors.ts';

let server: ProductApp;
let strict: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ config: withAuth({ saml: { enabled: true } }) });
  strict = await startProductApp({ environment: { REQUIRE_ADMIN_MFA: 'true' } });
});
afterAll(() => Promise.all([server[Symbol.asyncDispose](), strict[Symbol.asyncDispose]()]));

type Client = Member['client'];

/** Makes somebody an administrator who keeps password and factors, which a promotion would take; the next sign-in shows it. */
async function promote(on: ProductApp, { userId }: Member): Promise<void> {
  const role = `raw_app_meta_data || '{"role": "admin"}'`;
  await on.context.db.transaction(async (transaction) => {
    await transaction.query('set local session_replication_role = replica');
    await transaction.query(`update auth.users set raw_app_meta_data = ${role} where id = $1`, [userId]);
  });
}

/** A person's rights: whether they see other people's drivers, and how the accounts function responds. */
async function rights(on: ProductApp, client: Client) {
  const token = (await sessionOf({ client })).access_token;
  const headers = { authorization: `Bearer ${token}` };
  const drivers = await on.request('/rest/v1/drivers?select=id', { headers });
  const users = await on.request('/functions/v1/admin-users', { headers });
  const { code } = (await users.json()) as { code?: string };
  return { drivers: ((await drivers.json()) as unknown[]).length, users: code ?? users.status };
}

/** Whether the policies take the token as it is for an administrator's: a hosted project changes none of its claims. */
async function isAdminByPolicy(on: ProductApp, client: Client): Promise<boolean | undefined> {
  const [, payload = ''] = (await sessionOf({ client })).access_token.split('.');
  return on.context.db.transaction(async (transaction) => {
    const claims = Buffer.from(payload, 'base64url').toString();
    await transaction.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
    await transaction.query('set local role authenticated');
    const [row] = await transaction.query<{ admin: boolean }>('select private.is_admin() as admin');
    return row?.admin;
  });
}

const administrator = { drivers: 2, users: 200 };
const nobody = { drivers: 0, users: 'insufficient_aal' };

test('an administrator without a second factor has all rights', async () => {
  const member = await newMember(server);
  await promote(server, member);
  expect(await rights(server, await signInAgain(server, member.email))).toEqual(administrator);
});

test('the policies agree with the server, given the token as it was issued', async () => {
  for (const on of [server, strict]) {
    const [plain, secured] = [await newMember(on), await newSecuredMember(on)];
    await promote(on, plain);
    await promote(on, secured);
    const unproved = await signInAgain(on, secured.email);
    expect(await isAdminByPolicy(on, await signInAgain(on, plain.email))).toBe(on === server);
    expect(await isAdminByPolicy(on, unproved)).toBe(false);
    await unproved.mfa.challengeAndVerify({ factorId: secured.factorId, code: codeOf(secured.secret) });
    expect(await isAdminByPolicy(on, unproved)).toBe(true);
  }
});

describe('an administrator with a second factor', () => {
  test('A12 has no rights of one until it was entered', async () => {
    const member = await newSecuredMember(server);
    await promote(server, member);
    const client = await signInAgain(server, member.email);
    expect(await rights(server, client)).toEqual(nobody);
    const { factorId, secret } = member;
    await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(await rights(server, client)).toEqual(administrator);
    await client.refreshSession();
    expect(await rights(server, client)).toEqual(administrator);
  });

  test('loses them with the tokens from before it was set up', async () => {
    const member = await newMember(server);
    await promote(server, member);
    const client = await signInAgain(server, member.email);
    const before = await sessionOf({ client });
    expect(await rights(server, client)).toEqual(administrator);
    const { factorId, secret } = await enrol({ client });
    await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    const headers = { authorization: `Bearer ${before.access_token}` };
    const old = await server.request('/rest/v1/drivers?select=id', { headers });
    expect(await old.json()).toEqual([]);
  });

  test('cannot store files as one before it was entered', async () => {
    const member = await newSecuredMember(server);
    await promote(server, member);
    const client = await signInAgain(server, member.email);
    const upload = async () => {
      const { access_token: token } = await sessionOf({ client });
      const path = '/storage/v1/object/imagenes/profile-photos/of-somebody-else-1.png';
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' };
      const png =
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
      return (await server.request(path, { method: 'POST', headers, body: Buffer.from(png, 'base64') }))
        .status;
    };
    expect(await upload()).not.toBe(200);
    const { factorId, secret } = member;
    await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(await upload()).toBe(200);
  });
});

describe('an administrator who has not entered the second factor', () => {
  let everybody: Actors;
  beforeAll(async () => {
    everybody = await createActors(server);
  });

  test('A12 reaches no administrative endpoint of auth, and neither does one who has', async () => {
    const prefix = '/auth/v1';
    const routes = authEndpoints(server.context.config.protocol.auth).filter(
      ([method, path]) => /^\/(admin\/|invite)/.test(path) && method !== 'ALL',
    );
    expect(routes.length).toBeGreaterThan(15);
    for (const [method, path] of routes)
      for (const actor of ['marta', 'carla', 'olga'] as const) {
        const address = prefix + path.replaceAll(/:\w+/g, everybody.userId('elena'));
        const body = { email: newEmail(), password: goodPassword, type: 'magiclink' };
        const sent = ['GET', 'HEAD'].includes(method) ? {} : { body: JSON.stringify(body) };
        const response = await everybody.request(actor, address, { method, ...sent });
        const { error_code: code } = (await response.json()) as { error_code?: string };
        expect([actor, method, address.slice(prefix.length), response.status, code]).toEqual([
          actor,
          method,
          address.slice(prefix.length),
          403,
          'not_admin',
        ]);
      }
  });

  test('A12 hears nothing over websockets that an administrator or the office hears', async () => {
    await using realtime = await listen(server.app, server.context);
    const heard = createInbox<string>();
    for (const actor of ['marta', 'oscar', 'carla', 'olga'] as const) {
      const channel = realtime
        .client(everybody.token(actor))
        .channel(actor, { config: { postgres_changes_options: { wait: true } } })
        .on('postgres_changes', { event: '*', schema: 'public', table: 'drivers' }, () => heard.add(actor));
      expect((await joined(channel)).status).toBe('SUBSCRIBED');
    }
    const { driverId } = server.as('elena');
    for (const contact of ['+56911110001', '+56911110002'])
      await server.context.db.query('update drivers set contact = $2 where id = $1', [driverId, contact]);
    for (let count = 0; count < 4; count += 1) await heard.next();
    expect(heard.items.toSorted()).toEqual(['carla', 'carla', 'olga', 'olga']);
  });
});

describe('with REQUIRE_ADMIN_MFA', () => {
  test('A12 an administrator has to set a second factor up first', async () => {
    const member = await newMember(strict);
    await promote(strict, member);
    const client = await signInAgain(strict, member.email);
    expect(await rights(strict, client)).toEqual(nobody);
    const { factorId, secret } = await enrol({ client });
    await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(await rights(strict, client)).toEqual(administrator);
    await passStep(strict, factorId);
    const again = await signInAgain(strict, member.email);
    expect(await rights(strict, again)).toEqual(nobody);
    await again.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(await rights(strict, again)).toEqual(administrator);
    // Removing the factor takes the rights away again, whichever token the account shows.
    await again.mfa.unenroll({ factorId });
    expect(await rights(strict, again)).toEqual(nobody);
  });

  test('drivers notice nothing', async () => {
    const { driverId, ...diego } = strict.as('diego');
    const answer = await diego.request('/rest/v1/drivers?select=id');
    expect(await answer.json()).toEqual([{ id: driverId }]);
  });

  test('only true and false can be said', async () => {
    const { dataDir } = server.context.config;
    const asked = loadConfig({ DATA_DIR: dataDir, REQUIRE_ADMIN_MFA: 'yes' });
    await expect(asked).rejects.toThrow('REQUIRE_ADMIN_MFA is “yes”; it must be true or false.');
  });
});
