import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { refresh, send } from '../../../testing/auth/auth.ts';
import {
  challenge,
  codeOf,
  enrol,
  newMember,
  newSecuredMember,
  passStep,
  sessionOf,
  signInAgain,
} from '../../../testing/auth/factors.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

describe('with the official client', () => {
  test('an authenticator app is enrolled, asked for at sign-in, listed and removed', async () => {
    const member = await newMember(server);
    const { data: enrolled } = await member.client.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Tablet',
      issuer: 'Club: Süd & Co',
    });
    expect(enrolled).toMatchObject({ type: 'totp', friendly_name: 'Tablet' });
    expect(enrolled!.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(enrolled!.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(enrolled!.totp.uri);
    expect(uri.protocol + uri.host).toBe('otpauth:totp');
    expect(decodeURIComponent(uri.pathname)).toBe(`/Club: Süd & Co:${member.email}`);
    expect(uri.searchParams.get('secret')).toBe(enrolled!.totp.secret);

    const code = codeOf(enrolled!.totp.secret);
    const verified = await member.client.mfa.challengeAndVerify({ factorId: enrolled!.id, code });
    expect(verified.error).toBeNull();
    await passStep(server, enrolled!.id);

    const client = await signInAgain(server, member.email);
    const level = async () => (await client.mfa.getAuthenticatorAssuranceLevel()).data;
    expect(await level()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const { data: challenged } = await client.mfa.challenge({ factorId: enrolled!.id });
    expect(challenged).toMatchObject({ type: 'totp' });
    const lifetime = challenged!.expires_at - Date.now() / 1000;
    expect(lifetime).toBeGreaterThan(290);
    expect(lifetime).toBeLessThanOrEqual(300);
    const answer = { factorId: enrolled!.id, challengeId: challenged!.id, code };
    expect((await client.mfa.verify(answer)).error).toBeNull();
    const after = await level();
    expect(after).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    const methods = after!.currentAuthenticationMethods as { method: string }[];
    expect(methods.map(({ method }) => method)).toEqual(['totp', 'password']);

    expect((await client.mfa.listFactors()).data!.totp).toMatchObject([
      { id: enrolled!.id, friendly_name: 'Tablet', factor_type: 'totp', status: 'verified' },
    ]);
    expect((await client.mfa.unenroll({ factorId: enrolled!.id })).data).toEqual({ id: enrolled!.id });
    expect((await client.mfa.listFactors()).data!.all).toEqual([]);
    await client.refreshSession();
    expect(await level()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  });

  test('the user shows its factors, without any secret', async () => {
    const { client, factorId } = await newSecuredMember(server);
    const { data } = await client.getUser();
    expect(data.user!.factors).toEqual([
      {
        id: factorId,
        created_at: expect.any(String) as string,
        updated_at: expect.any(String) as string,
        last_challenged_at: expect.any(String) as string,
        friendly_name: 'Phone',
        factor_type: 'totp',
        status: 'verified',
      },
    ]);
  });
});

describe('a verified code', () => {
  test('raises the same session, with new tokens', async () => {
    const member = await newMember(server);
    const { factorId, secret } = await enrol(member);
    const before = await sessionOf(member);
    await member.client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    const after = await sessionOf(member);
    const claims = decodeJwt(after.access_token);
    expect(claims).toMatchObject({
      aal: 'aal2',
      session_id: decodeJwt(before.access_token)['session_id'],
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    expect(after.refresh_token).not.toBe(before.refresh_token);
    expect(after.user.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
    const later = await refresh(server, after.refresh_token);
    expect(decodeJwt(later.body['access_token'] as string)).toMatchObject({ aal: 'aal2' });
  });

  test('invalidates earlier refresh tokens, used or not', async () => {
    const member = await newMember(server);
    const first = await sessionOf(member);
    const second = (await refresh(server, first.refresh_token)).body['refresh_token'] as string;
    const { factorId, secret } = await enrol(member);
    await member.client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    const raised = await sessionOf(member);
    for (const earlier of [first.refresh_token, second])
      expect(await refresh(server, earlier)).toMatchObject({
        status: 400,
        body: { error_code: 'refresh_token_not_found' },
      });
    const again = [await refresh(server, raised.refresh_token), await refresh(server, raised.refresh_token)];
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    expect(again[0]!.body['refresh_token']).toBe(again[1]!.body['refresh_token']);
  });

  test('ends the sessions with only a password', async () => {
    const member = await newMember(server);
    const other = await signInAgain(server, member.email);
    const { factorId, secret } = await enrol(member);
    const kept = (await other.getSession()).data.session!.access_token;
    expect((await send(server, '/user', { token: kept })).status).toBe(200);
    await member.client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(await send(server, '/user', { token: kept })).toMatchObject({
      status: 403,
      body: { error_code: 'session_not_found' },
    });
    expect((await member.client.getUser()).error).toBeNull();
  });

  test('deletes other unfinished enrollments of its type', async () => {
    const member = await newMember(server);
    await enrol(member, 'abandoned');
    const { factorId, secret } = await enrol(member, 'used');
    await member.client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect((await sessionOf(member)).user.factors).toMatchObject([{ id: factorId }]);
  });

  test('A12 works once, even when sent twice at the same moment', async () => {
    const member = await newSecuredMember(server);
    const { access_token: token } = await sessionOf(member);
    const { factorId, secret } = member;
    const attempts = await Promise.all([1, 2, 3].map(() => challenge(server, token, factorId)));
    const code = codeOf(secret);
    const answers = await Promise.all(
      attempts.map((id) =>
        send(server, `/factors/${factorId}/verify`, { token, body: { challenge_id: id, code } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const body = { challenge_id: await challenge(server, token, factorId), code };
    expect(await send(server, `/factors/${factorId}/verify`, { token, body })).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_verification_failed', msg: 'Invalid TOTP code entered' },
    });
    // Nor does the previous code, which a slow clock would show.
    const older = { challenge_id: await challenge(server, token, factorId), code: codeOf(secret, -1) };
    expect((await send(server, `/factors/${factorId}/verify`, { token, body: older })).status).toBe(422);
  });

  test('may be one step early or late, not two', async () => {
    for (const [steps, status] of [
      [-1, 200],
      [1, 200],
      [-3, 422],
      [3, 422],
    ] as const) {
      const member = await newMember(server);
      const { factorId, secret } = await enrol(member);
      const { access_token: token } = await sessionOf(member);
      const body = {
        challenge_id: await challenge(server, token, factorId),
        code: codeOf(secret, steps),
      };
      const answer = await send(server, `/factors/${factorId}/verify`, { token, body });
      expect([steps, answer.status]).toEqual([steps, status]);
    }
  });
});

describe('a deleted factor', () => {
  test('lowers every session that it raised', async () => {
    const member = await newSecuredMember(server);
    const other = await signInAgain(server, member.email);
    const { factorId, secret } = member;
    await other.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    await member.client.mfa.unenroll({ factorId });
    const { data } = await other.refreshSession();
    const claims = decodeJwt(data.session!.access_token);
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  });
});

test('the database holds no usable secret', async () => {
  const { factorId, secret } = await newSecuredMember(server);
  const [row] = await server.context.db.query<{ secret: string }>(
    'select secret from auth.mfa_factors where id = $1',
    [factorId],
  );
  expect(row!.secret).not.toContain(secret);
  // Not even as the secret of somebody else's factor.
  const mallory = await newMember(server);
  const own = await enrol(mallory);
  await server.context.db.query('update auth.mfa_factors set secret = $2 where id = $1', [
    own.factorId,
    row!.secret,
  ]);
  const code = codeOf(secret);
  const { error } = await mallory.client.mfa.challengeAndVerify({ factorId: own.factorId, code });
  expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
});
