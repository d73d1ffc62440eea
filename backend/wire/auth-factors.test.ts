import { randomInt, randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { as, call, connect, must, newPerson, post, service, told, type Person } from './people.ts';

const settled = { status: 422 };

function codeOf(secret: string, timestamp = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** An authenticator app of the person's, entered once. */
async function enrolled(person: Person) {
  const { mfa } = person.client.auth;
  const factor = must(await mfa.enroll({ factorType: 'totp', friendlyName: 'app', issuer: 'Wire' }));
  const code = codeOf(factor.totp.secret);
  const session = must(await mfa.challengeAndVerify({ factorId: factor.id, code }));
  return { factor, session, code };
}

test('enrols an authenticator app: picture, secret, address', async () => {
  const { client, email } = await newPerson();
  const factor = must(
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app', issuer: 'Wire' }),
  );
  expect(factor).toMatchObject({
    id: expect.any(String),
    type: 'totp',
    friendly_name: 'app',
    totp: {
      qr_code: expect.stringMatching(/^data:image\/svg\+xml;utf-8,<.*svg/s),
      secret: expect.stringMatching(/^[A-Z2-7]+=*$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\/Wire:/),
    },
  });
  expect(decodeURIComponent(factor.totp.uri)).toContain(email);
  const listed = must(await client.auth.mfa.listFactors());
  expect(listed.all).toMatchObject([{ id: factor.id, status: 'unverified', factor_type: 'totp' }]);
  expect(listed.totp).toEqual([]);
  expect(JSON.stringify(listed)).not.toContain(factor.totp.secret);
});

test('a code raises the session, once', async () => {
  const person = await newPerson();
  const { client } = person;
  const before = must(await client.auth.getClaims()).claims;
  const { factor, code } = await enrolled(person);
  const level = must(await client.auth.mfa.getAuthenticatorAssuranceLevel());
  expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  expect(
    level.currentAuthenticationMethods.map((each) => (typeof each === 'string' ? each : each.method)),
  ).toEqual(['totp', 'password']);
  expect(must(await client.auth.getClaims()).claims.session_id).toBe(before.session_id);
  expect(must(await client.auth.mfa.listFactors()).totp).toMatchObject([
    { id: factor.id, status: 'verified' },
  ]);
  // Not the code of this moment, which may be the next one.
  const again = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  expect(again.error).toMatchObject({ ...settled, code: 'mfa_verification_failed' });
  const next = must(await client.auth.refreshSession()).session!;
  expect(must(await client.auth.getClaims(next.access_token)).claims.aal).toBe('aal2');
});

test('a session without the factor changes nothing of it', async () => {
  const person = await newPerson();
  const { factor } = await enrolled(person);
  const other = connect();
  must(await other.auth.signInWithPassword(person));
  const { mfa } = other.auth;
  expect(must(await mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
  expect((await mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
  });
  const second = await mfa.enroll({ factorType: 'totp', friendlyName: 'two' });
  expect(second.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
  expect((await other.auth.updateUser({ password: 'Another lake 771' })).error).toMatchObject({
    status: 401,
    code: 'insufficient_aal',
  });
  expect(must(await person.client.auth.mfa.unenroll({ factorId: factor.id })).id).toBe(factor.id);
  expect(must(await person.client.auth.mfa.listFactors()).all).toEqual([]);
});

test('refuses what makes no sense, in the wire’s words', async () => {
  const person = await newPerson();
  const { mfa } = person.client.auth;
  const { id } = must(await mfa.enroll({ factorType: 'totp', friendlyName: 'app' }));
  const same = await mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
  expect(same.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
  expect(await told(post('/auth/v1/factors', { factor_type: 'eye' }, as(person)))).toMatchObject({
    status: 400,
    body: { error_code: 'validation_failed', msg: 'factor_type needs to be totp, phone, or webauthn' },
  });
  expect((await mfa.unenroll({ factorId: 'x' })).error).toMatchObject({
    status: 404,
    code: 'validation_failed',
  });
  expect((await mfa.unenroll({ factorId: randomUUID() })).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  });
  const { id: challengeId } = must(await mfa.challenge({ factorId: id }));
  expect((await mfa.verify({ factorId: id, challengeId, code: '000000' })).error).toMatchObject({
    code: 'mfa_verification_failed',
    message: 'Invalid TOTP code entered',
  });
  expect((await mfa.verify({ factorId: id, challengeId: randomUUID(), code: '000000' })).error).toMatchObject(
    {
      status: 422,
      code: 'mfa_factor_not_found',
    },
  );
});

test('nobody touches the factor of somebody else', async () => {
  const [owner, other] = [await newPerson(), await newPerson()];
  const { id } = must(await owner.client.auth.mfa.enroll({ factorType: 'totp' }));
  expect((await other.client.auth.mfa.unenroll({ factorId: id })).error?.code).toBe('mfa_factor_not_found');
  expect((await other.client.auth.mfa.challenge({ factorId: id })).error?.code).toBe('mfa_factor_not_found');
});

test('a telephone is a factor, where that is on', async () => {
  const { client } = await newPerson();
  const phone = `+569${randomInt(10_000_000, 99_999_999)}`;
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'phone',
    phone,
    friendlyName: 'mobile',
  });
  if (error) expect(error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' });
  else expect(data).toMatchObject({ type: 'phone', phone: expect.stringContaining(phone.slice(1)) });
});

test('an anonymous user has no factors', async () => {
  const client = connect();
  const { data } = await client.auth.signInAnonymously();
  if (!data.user) return;
  const { error } = await client.auth.mfa.enroll({ factorType: 'totp' });
  expect(error).toMatchObject({ status: 403, code: 'no_authorization' });
  await service.auth.admin.deleteUser(data.user.id);
});

test('the administration lists and deletes them, which lowers the session', async () => {
  const person = await newPerson();
  const { factor } = await enrolled(person);
  const { mfa } = service.auth.admin;
  const userId = person.user.id;
  const { factors } = must(await mfa.listFactors({ userId }));
  expect(factors).toMatchObject([
    { id: factor.id, status: 'verified', factor_type: 'totp', friendly_name: 'app' },
  ]);
  const renamed = await call(`/auth/v1/admin/users/${userId}/factors/${factor.id}`, {
    method: 'PUT',
    headers: { ...as(), 'content-type': 'application/json' },
    body: JSON.stringify({ friendly_name: 'new' }),
  });
  expect(await told(renamed)).toMatchObject({ status: 200, body: { friendly_name: 'new' } });
  const deleted = must(await mfa.deleteFactor({ userId, id: factor.id }));
  // The client wraps this answer once more than its types say.
  expect(deleted).toMatchObject({ data: { id: factor.id } });
  const { session } = must(await person.client.auth.refreshSession());
  expect(must(await person.client.auth.getClaims(session!.access_token)).claims.aal).toBe('aal1');
});
