import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthSettings } from '../../../config/auth-settings.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { goodPassword, newEmail, send, signIn, type AuthResponse } from '../../../testing/auth/auth.ts';
import {
  challenge,
  codeOf,
  enrol,
  newMember,
  newSecuredMember,
  sessionOf,
  signInAgain,
  wrongCodeOf,
  type Member,
} from '../../../testing/auth/factors.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

/** A server with another configuration of second factors. */
function startWith(mfa: Partial<AuthSettings['mfa']>): Promise<TestApp> {
  return startTestApp({
    config: ({ protocol, ...config }) => ({
      ...config,
      protocol: {
        ...protocol,
        auth: { ...protocol.auth, mfa: { ...protocol.auth.mfa, ...mfa } },
      },
    }),
  });
}

async function tokenOf(member: Pick<Member, 'client'>): Promise<string> {
  return (await sessionOf(member)).access_token;
}

/** An error of the API: status, code, message. */
function failure({ status, body }: AuthResponse): readonly unknown[] {
  return [status, body['error_code'], body['msg']];
}

async function post(token: string, path: string, body: unknown, to = server): Promise<readonly unknown[]> {
  return failure(await send(to, path, { token, body }));
}

describe('enrolling is rejected', () => {
  test.each([[{}], [{ factor_type: 'sms' }], [{ factor_type: 'TOTP' }], [{ factor_type: null }]])(
    'of an unknown type: %j',
    async (body) => {
      const token = await tokenOf(await newMember(server));
      const text = 'factor_type needs to be totp, phone, or webauthn';
      expect(await post(token, '/factors', body)).toEqual([400, 'validation_failed', text]);
    },
  );

  test('with a taken name; the empty name counts too', async () => {
    const member = await newMember(server);
    const token = await tokenOf(member);
    for (const name of ['', 'Phone']) {
      const body = { factor_type: 'totp', friendly_name: name };
      expect((await send(server, '/factors', { token, body })).status).toBe(200);
      const [status, code] = await post(token, '/factors', body);
      expect([status, code]).toEqual([422, 'mfa_factor_name_conflict']);
    }
  });

  test('beyond the limit', async () => {
    const member = await newMember(server);
    const token = await tokenOf(member);
    for (let n = 0; n < 10; n += 1) await enrol(member, `factor ${n}`);
    const [status, code] = await post(token, '/factors', { factor_type: 'totp' });
    expect([status, code]).toEqual([422, 'too_many_enrolled_mfa_factors']);
  });

  test('with an overlong name or issuer', async () => {
    const token = await tokenOf(await newMember(server));
    for (const field of ['friendly_name', 'issuer']) {
      const [status, code] = await post(token, '/factors', {
        factor_type: 'totp',
        [field]: 'x'.repeat(5000),
      });
      expect([status, code]).toEqual([400, 'validation_failed']);
    }
  });

  test('in a session at aal1, when there is a verified factor already', async () => {
    const member = await newSecuredMember(server);
    const client = await signInAgain(server, member.email);
    const { error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' });
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect((await enrol(member, 'Second')).factorId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('without a session, and to anonymous users', async () => {
    expect(failure(await send(server, '/factors', { body: { factor_type: 'totp' } }))).toEqual([
      401,
      'no_authorization',
      'This endpoint requires a valid Bearer token',
    ]);
    const member = await newMember(server);
    await server.context.db.query('update auth.users set is_anonymous = true where id = $1', [member.userId]);
    expect(await post(await tokenOf(member), '/factors', { factor_type: 'totp' })).toEqual([
      403,
      'no_authorization',
      'Anonymous user not allowed to perform these actions',
    ]);
  });

  test('of disabled types', async () => {
    const off = { enroll_enabled: false, verify_enabled: false };
    await using strict = await startWith({ totp: off, web_authn: off });
    const token = await tokenOf(await newMember(strict));
    for (const type of ['totp', 'phone', 'webauthn']) {
      const body = { factor_type: type, phone: '+56912345678' };
      const [status, code] = await post(token, '/factors', body, strict);
      expect([status, code]).toEqual([422, `mfa_${type}_enroll_not_enabled`]);
    }
  });
});

test('an unfinished enrollment is deleted by the next one after 300 seconds', async () => {
  const member = await newMember(server);
  const { factorId } = await enrol(member);
  await server.context.db.query(
    `update auth.mfa_factors set created_at = now() - interval '301 seconds' where id = $1`,
    [factorId],
  );
  const again = await enrol(member);
  const { data } = await member.client.mfa.listFactors();
  expect(data!.all.map(({ id }) => id)).toEqual([again.factorId]);
});

describe.each([
  ['POST', '/challenge'],
  ['POST', '/verify'],
  ['DELETE', ''],
])('%s /factors/:id%s', (method, path) => {
  test.each([
    ['no-id', [404, 'validation_failed', 'factor_id must be an UUID']],
    [randomUUID(), [404, 'mfa_factor_not_found', 'Factor not found']],
  ])('of “%s” is not found', async (id, expected) => {
    const token = await tokenOf(await newMember(server));
    const body = { code: '123456' };
    expect(failure(await send(server, `/factors/${id}${path}`, { method, token, body }))).toEqual(expected);
  });

  test('of somebody else is not found', async () => {
    const { factorId } = await newSecuredMember(server);
    const token = await tokenOf(await newMember(server));
    const answer = await send(server, `/factors/${factorId}${path}`, { method, token, body: {} });
    expect(failure(answer)).toEqual([404, 'mfa_factor_not_found', 'Factor not found']);
  });
});

describe('verifying is rejected', () => {
  test('without a code, without a challenge, and with the challenge of another factor', async () => {
    const member = await newMember(server);
    const token = await tokenOf(member);
    const [first, second] = [await enrol(member, 'a'), await enrol(member, 'b')];
    const verify = (body: unknown) => post(token, `/factors/${first.factorId}/verify`, body);
    const [status, code] = await verify({ challenge_id: await challenge(server, token, first.factorId) });
    expect([status, code]).toEqual([400, 'validation_failed']);
    const right = codeOf(first.secret);
    const foreign = await challenge(server, token, second.factorId);
    for (const id of [undefined, 'x', randomUUID(), foreign])
      expect(await verify({ challenge_id: id, code: right })).toEqual([
        422,
        'mfa_factor_not_found',
        'MFA factor with the provided challenge ID not found',
      ]);
  });

  test('with a wrong code; the right one may follow', async () => {
    const member = await newMember(server);
    const token = await tokenOf(member);
    const { factorId, secret } = await enrol(member);
    const id = await challenge(server, token, factorId);
    for (const code of [wrongCodeOf(secret), '12345', 'abcdef', ` ${codeOf(secret)}`, '１２３４５６'])
      expect(await post(token, `/factors/${factorId}/verify`, { challenge_id: id, code })).toEqual([
        422,
        'mfa_verification_failed',
        'Invalid TOTP code entered',
      ]);
    const body = { challenge_id: id, code: codeOf(secret) };
    expect((await send(server, `/factors/${factorId}/verify`, { token, body })).status).toBe(200);
  });

  test('with a used or expired challenge', async () => {
    const member = await newMember(server);
    const { factorId, secret } = await enrol(member);
    const id = await challenge(server, await tokenOf(member), factorId);
    const body = { challenge_id: id, code: codeOf(secret) };
    const { client } = member;
    expect((await client.mfa.verify({ factorId, challengeId: id, code: codeOf(secret) })).error).toBeNull();
    const token = await tokenOf(member);
    expect(await post(token, `/factors/${factorId}/verify`, body)).toEqual([
      422,
      'mfa_ip_address_mismatch',
      'Challenge and verify IP addresses mismatch.',
    ]);
    const late = await challenge(server, token, factorId);
    await server.context.db.query(
      `update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1`,
      [late],
    );
    const [status, code] = await post(token, `/factors/${factorId}/verify`, { ...body, challenge_id: late });
    expect([status, code]).toEqual([422, 'mfa_challenge_expired']);
  });

  test('from another address than the challenge', async () => {
    const member = await newMember(server);
    const token = await tokenOf(member);
    const { factorId, secret } = await enrol(member);
    const from = (address: string, path: string, body: unknown) =>
      server.requestFrom(address, `/auth/v1/factors/${factorId}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    const { id } = (await (await from('192.0.2.1', '/challenge', {})).json()) as { id: string };
    const body = { challenge_id: id, code: codeOf(secret) };
    const elsewhere = await from('192.0.2.2', '/verify', body);
    expect([elsewhere.status, elsewhere.headers.get('x-sb-error-code')]).toEqual([
      422,
      'mfa_ip_address_mismatch',
    ]);
    expect((await from('192.0.2.1', '/verify', body)).status).toBe(200);
  });

  test('A12 at the sixteenth wrong code from any network, then even with a right one', async () => {
    const member = await newSecuredMember(server);
    const token = await tokenOf(member);
    const { factorId, secret } = member;
    const id = await challenge(server, token, factorId);
    const attempt = (code: string) => post(token, `/factors/${factorId}/verify`, { challenge_id: id, code });
    for (let n = 0; n < 15; n += 1) expect((await attempt(wrongCodeOf(secret)))[0]).toBe(422);
    for (const code of [wrongCodeOf(secret), codeOf(secret)])
      expect(await attempt(code)).toEqual([429, 'over_request_rate_limit', 'Request rate limit reached']);
  });

  test('V23.6: wrong codes from other networks do not lock the owner out', async () => {
    const member = await newSecuredMember(server);
    const { factorId, secret } = member;
    const password = { email: member.email, password: goodPassword };
    const from = (address: string) => (path: string, token: string, body?: unknown) =>
      server.requestFrom(address, `/auth/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const signInAt = async (address: string): Promise<string> => {
      const response = await from(address)('/token?grant_type=password', '', password);
      return ((await response.json()) as { access_token: string }).access_token;
    };
    const tryAt = async (address: string, token: string, code: string): Promise<number> => {
      const asked = await from(address)(`/factors/${factorId}/challenge`, token);
      const { id } = (await asked.json()) as { id: string };
      const body = { challenge_id: id, code };
      return (await from(address)(`/factors/${factorId}/verify`, token, body)).status;
    };
    const thief = await signInAt('192.0.2.50');
    const asked = await from('192.0.2.50')(`/factors/${factorId}/challenge`, thief);
    const { id } = (await asked.json()) as { id: string };
    const statuses: number[] = [];
    for (let count = 0; count < 16; count += 1) {
      const body = { challenge_id: id, code: wrongCodeOf(secret) };
      statuses.push((await from('192.0.2.50')(`/factors/${factorId}/verify`, thief, body)).status);
    }
    expect(statuses).toEqual([...Array<number>(15).fill(422), 429]);
    const owner = await signInAt('192.0.2.51');
    expect(await tryAt('192.0.2.51', owner, codeOf(secret))).toBe(200);
  });

  test('when verification is off', async () => {
    await using lenient = await startWith({ totp: { enroll_enabled: true, verify_enabled: false } });
    const member = await newMember(lenient);
    const token = await tokenOf(member);
    const { factorId } = await enrol(member);
    for (const path of ['/challenge', '/verify']) {
      const [status, code] = await post(token, `/factors/${factorId}${path}`, { code: '123456' }, lenient);
      expect([status, code]).toEqual([422, 'mfa_totp_verify_not_enabled']);
    }
  });
});

test('A12 the sixteenth challenge within a minute from one network is rejected', async () => {
  const member = await newMember(server);
  const token = await tokenOf(member);
  const { factorId } = await enrol(member);
  const ask = () =>
    server.requestFrom('192.0.2.99', `/auth/v1/factors/${factorId}/challenge`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
  const statuses: number[] = [];
  for (let n = 0; n < 16; n += 1) statuses.push((await ask()).status);
  expect(statuses).toEqual([...Array<number>(15).fill(200), 429]);
});

describe('in a session at aal1 of an account with a second factor', () => {
  test('neither password nor address can be changed', async () => {
    const member = await newSecuredMember(server);
    const client = await signInAgain(server, member.email);
    const changes = [{ password: `${goodPassword}!` }, { email: newEmail() }, { phone: '+56987654321' }];
    for (const change of changes) {
      const { error } = await client.updateUser({ ...change, current_password: goodPassword });
      expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    }
    expect((await client.updateUser({ data: { name: 'Ana' } })).error).toBeNull();
    expect((await signIn(server, member.email)).status).toBe(200);
    // At aal2 it can.
    const raised = await member.client.updateUser({ password: `${goodPassword}!` });
    expect(raised.error).toBeNull();
  });

  test('the factor cannot be removed', async () => {
    const member = await newSecuredMember(server);
    const client = await signInAgain(server, member.email);
    const { error } = await client.mfa.unenroll({ factorId: member.factorId });
    expect(error).toMatchObject({ status: 422, code: 'insufficient_aal' });
  });

  test('a factor that was never verified can', async () => {
    const member = await newMember(server);
    const { factorId } = await enrol(member);
    expect((await member.client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
  });
});
