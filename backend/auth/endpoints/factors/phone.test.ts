import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { withAuth } from '../../../testing/auth/auth-config.ts';
import { newMember, sessionOf, type Member } from '../../../testing/auth/factors.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    config: ({ protocol, ...config }) => {
      const { mfa } = protocol.auth;
      const phone = { ...mfa.phone, enroll_enabled: true, verify_enabled: true, max_frequency: 60_000 };
      return { ...config, protocol: { ...protocol, auth: { ...protocol.auth, mfa: { ...mfa, phone } } } };
    },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

function newPhone(): string {
  return `569${randomInt(10_000_000, 99_999_999)}`;
}

/** The channel and code of the messages to a telephone, oldest first. */
async function received(phone: string): Promise<{ channel: string; code: string }[]> {
  const folder = join(server.context.config.dataDir, 'outbox');
  const files = (await readdir(folder).catch(() => [])).sort();
  const texts = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(folder, file), 'utf8') })),
  );
  return texts
    .filter(({ text }) => text.includes(`+${phone}`))
    .map(({ file, text }) => ({
      channel: file.includes('whatsapp') ? 'whatsapp' : 'sms',
      code: /\b\d{6}\b/.exec(text)?.[0] ?? '',
    }));
}

/** Moves the last message to a telephone into the past. */
async function passTime(factorId: string): Promise<void> {
  await server.context.db.query(
    `update auth.mfa_factors set last_challenged_at = now() - interval '61 seconds' where id = $1`,
    [factorId],
  );
}

async function enrolPhone({ client }: Member, phone: string, friendlyName = 'Phone') {
  const { data, error } = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName });
  expect(error).toBeNull();
  return data!;
}

test('a telephone is enrolled, gets a code, and raises the session with it', async () => {
  const member = await newMember(server);
  const phone = newPhone();
  const enrolled = await enrolPhone(member, `+${phone}`);
  expect(enrolled).toMatchObject({ type: 'phone', friendly_name: 'Phone', phone });
  const factorId = enrolled.id;
  const { data: challenge } = await member.client.mfa.challenge({ factorId, channel: 'whatsapp' });
  expect(challenge).toMatchObject({ type: 'phone' });
  const [message] = await received(phone);
  expect(message?.channel).toBe('whatsapp');
  const challengeId = challenge!.id;
  const verified = await member.client.mfa.verify({ factorId, challengeId, code: message!.code });
  expect(verified.error).toBeNull();
  const session = await sessionOf(member);
  expect(decodeJwt(session.access_token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/phone' }, { method: 'password' }],
  });
  const { data } = await member.client.mfa.listFactors();
  expect(data!.phone).toMatchObject([{ id: factorId, phone, status: 'verified' }]);
  const again = await member.client.mfa.verify({ factorId, challengeId, code: message!.code });
  expect(again.error).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' });
});

test('a code that could not be sent leaves no challenge and no cooldown', async () => {
  const twilio = {
    enabled: true,
    account_sid: 'AC1',
    message_service_sid: 'MG1',
    auth_token: 'wrong',
    url: 'http://127.0.0.1:1',
  };
  await using failing = await startTestApp({
    config: withAuth({
      sms: { twilio },
      mfa: { phone: { enroll_enabled: true, verify_enabled: true, max_frequency: '1h' } },
    }),
  });
  const member = await newMember(failing);
  const phone = newPhone();
  const { data } = await member.client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'x' });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { error } = await member.client.mfa.challenge({ factorId: data!.id, channel: 'sms' });
    expect(error).toMatchObject({ status: 422, code: 'sms_send_failed' });
  }
  expect(await failing.context.db.query('select from auth.mfa_challenges')).toEqual([]);
});

describe('is rejected', () => {
  test('a wrong code, and the code of an earlier challenge', async () => {
    const member = await newMember(server);
    const phone = newPhone();
    const { id: factorId } = await enrolPhone(member, phone);
    await member.client.mfa.challenge({ factorId, channel: 'sms' });
    await passTime(factorId);
    const { data } = await member.client.mfa.challenge({ factorId, channel: 'sms' });
    const [first, second] = await received(phone);
    const wrong = [first!.code, '', '12345', `${second!.code}0`].filter((code) => code !== second!.code);
    for (const code of wrong) {
      const { error } = await member.client.mfa.verify({ factorId, challengeId: data!.id, code });
      expect(error?.code).toBe(code === '' ? 'validation_failed' : 'mfa_verification_failed');
    }
  });

  test('another message during the cooldown', async () => {
    const member = await newMember(server);
    const phone = newPhone();
    const { id: factorId } = await enrolPhone(member, phone);
    const answers = await Promise.all(
      [1, 2, 3].map(() => member.client.mfa.challenge({ factorId, channel: 'sms' })),
    );
    const refused = answers.flatMap(({ error }) => error ?? []);
    expect(refused).toHaveLength(2);
    for (const error of refused)
      expect(error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
    expect(await received(phone)).toHaveLength(1);
  });

  test('an unknown channel, and a malformed number', async () => {
    const member = await newMember(server);
    const { id: factorId } = await enrolPhone(member, newPhone());
    const channel = 'pigeon' as 'sms';
    expect((await member.client.mfa.challenge({ factorId, channel })).error?.code).toBe('validation_failed');
    const { error } = await member.client.mfa.enroll({
      factorType: 'phone',
      phone: '12ab',
      friendlyName: 'x',
    });
    expect(error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Invalid phone number format (E.164 required)',
    });
  });

  test('a second factor with an already verified number', async () => {
    const member = await newMember(server);
    const phone = newPhone();
    await enrolPhone(member, phone, 'begun');
    const { id: factorId } = await enrolPhone(member, phone, 'begun again');
    const { data } = await member.client.mfa.challenge({ factorId, channel: 'sms' });
    const [message] = await received(phone);
    await member.client.mfa.verify({ factorId, challengeId: data!.id, code: message!.code });
    const { error } = await member.client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'more' });
    expect(error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' });
  });
});

test('the database holds no usable code', async () => {
  const member = await newMember(server);
  const phone = newPhone();
  const { id: factorId } = await enrolPhone(member, phone);
  await member.client.mfa.challenge({ factorId, channel: 'sms' });
  const [message] = await received(phone);
  const [row] = await server.context.db.query<{ otp_code: string }>(
    'select otp_code from auth.mfa_challenges where factor_id = $1',
    [factorId],
  );
  expect(row!.otp_code).not.toContain(message!.code);
  expect(row!.otp_code.length).toBeGreaterThan(30);
});
