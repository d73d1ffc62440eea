import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { codeOf, hasOutbox, message } from './outbox.ts';
import { anybody, connect, forget, must, newPassword, newPerson, post, told } from './people.ts';

const expired = { status: 403, code: 'otp_expired' };

function newPhone(): string {
  return `+569${randomInt(10_000_000, 99_999_999)}`;
}

/** The code of the last message to a telephone that `accepts` takes. */
async function codeAt(phone: string, accepts?: (text: string) => boolean): Promise<string> {
  return codeOf(await message(phone, '.txt', accepts));
}

describe.runIf(hasOutbox)('with the outbox', () => {
  test.each(['sms', 'whatsapp'] as const)('a code by %s signs a telephone in', async (channel) => {
    const phone = newPhone();
    must(await anybody.auth.signInWithOtp({ phone, options: { channel, data: { from: channel } } }));
    const token = await codeAt(phone);
    const { user } = must(await connect().auth.verifyOtp({ type: 'sms', phone, token }));
    expect(forget(user!)).toMatchObject({
      phone: phone.slice(1),
      phone_confirmed_at: expect.any(String),
      user_metadata: { from: channel },
    });
    expect((await anybody.auth.verifyOtp({ type: 'sms', phone, token })).error).toMatchObject(expired);
  });

  test('the channel is sms unless another is asked for; there are no others', async () => {
    const phone = newPhone();
    expect(await told(post('/auth/v1/otp', { phone }))).toMatchObject({ status: 200 });
    const { user } = must(await connect().auth.verifyOtp({ type: 'sms', phone, token: await codeAt(phone) }));
    forget(user!);
    expect(await told(post('/auth/v1/otp', { phone, channel: 'pigeon' }))).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    });
    expect(await told(post('/auth/v1/otp', { phone: newPhone(), create_user: false }))).toEqual({
      status: 200,
      body: {},
    });
  });

  test('sign-up with telephone and password waits for the code, which is sent again', async () => {
    const [phone, password] = [newPhone(), newPassword()];
    const { user, session } = must(
      await anybody.auth.signUp({ phone, password, options: { channel: 'sms' } }),
    );
    expect(forget(user!).phone_confirmed_at).toBeUndefined();
    expect(session).toBeNull();
    const early = await anybody.auth.signInWithPassword({ phone, password });
    expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' });
    const first = await codeAt(phone);
    must(await anybody.auth.resend({ type: 'sms', phone }));
    const token = await codeAt(phone, (text) => !text.includes(first));
    must(await connect().auth.verifyOtp({ type: 'sms', phone, token }));
    expect((await connect().auth.signInWithPassword({ phone, password })).error).toBeNull();
  });

  test('a new number counts once its code was entered', async () => {
    const { client, password } = await newPerson();
    const phone = newPhone();
    const pending = must(await client.auth.updateUser({ phone, current_password: password })).user;
    expect(pending).toMatchObject({ phone: '', new_phone: phone.slice(1) });
    const first = await codeAt(phone);
    must(await anybody.auth.resend({ type: 'phone_change', phone: phone.slice(1) }));
    const { data } = await client.auth.verifyOtp({ type: 'phone_change', phone, token: first });
    expect(data.user ?? must(await client.auth.getUser()).user).toMatchObject({ phone: phone.slice(1) });
    const taken = await (await newPerson()).client.auth.updateUser({ phone });
    expect(taken.error).toMatchObject({ status: 422, code: 'phone_exists' });
  });

  test('a telephone is a second factor: a code is sent on demand, and raises the session', async () => {
    const { client } = await newPerson();
    const phone = newPhone();
    const { mfa } = client.auth;
    const factor = must(await mfa.enroll({ factorType: 'phone', phone, friendlyName: 'mobile' }));
    expect(factor).toMatchObject({ type: 'phone', friendly_name: 'mobile' });
    const challenge = must(await mfa.challenge({ factorId: factor.id, channel: 'whatsapp' }));
    expect(challenge).toMatchObject({ type: 'phone', expires_at: expect.any(Number) });
    const given = { factorId: factor.id, challengeId: challenge.id };
    const code = await codeAt(phone);
    const wrong = await mfa.verify({ ...given, code: code === '000000' ? '000001' : '000000' });
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    must(await mfa.verify({ ...given, code }));
    expect(must(await mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: expect.arrayContaining([
        expect.objectContaining({ method: 'mfa/phone' }),
      ]),
    });
    expect(must(await mfa.listFactors()).phone).toMatchObject([{ id: factor.id, status: 'verified' }]);
  });
});
