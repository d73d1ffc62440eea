import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { anybody, connect, follow, forget, must, newPassword, newPerson, post, told } from './people.ts';

const { outbox } = inject('wire');
const expired = { status: 403, code: 'otp_expired' };

/** Messages that the server could not send: only one that the suite started shows them. */
describe.runIf(outbox !== '')('with the outbox', () => {
  async function message(to: string, extension: string): Promise<string> {
    let found: string | undefined;
    await expect
      .poll(async () => {
        const files = (await readdir(outbox).catch(() => []))
          .filter((name) => name.endsWith(extension))
          .toSorted();
        const texts = await Promise.all(
          files.map((name) => readFile(join(outbox, name), 'utf8').catch(() => '')),
        );
        found = texts.findLast((text) => text.includes(to));
        return found;
      })
      .toBeDefined();
    return found!.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  }
  const codeOf = (text: string) => /\b\d{6}\b/.exec(text.slice(text.indexOf('\n\n') + 1))![0];

  test('a mail has the code', async () => {
    const { email } = await newPerson();
    must(await anybody.auth.signInWithOtp({ email }));
    const link = /http\S+\/verify\?[^\s"<]+/.exec(await message(email, '.eml'))?.[0];
    expect(link).toContain('type=magiclink');
  });

  test('PKCE: the link of a mail leads to a code, which the verifier exchanges', async () => {
    const { email, user } = await newPerson();
    const verifier = 'v'.repeat(43);
    const challenge = { email, code_challenge: verifier, code_challenge_method: 'plain' };
    expect(await told(post('/auth/v1/recover', challenge))).toEqual({ status: 200, body: {} });
    const link = /http\S+\/verify\?[^\s"<]+/.exec(await message(email, '.eml'))![0].replaceAll('&amp;', '&');
    const code = (await follow(link)).searchParams.get('code');
    const exchange = (code_verifier: string) =>
      told(post('/auth/v1/token?grant_type=pkce', { auth_code: code, code_verifier }));
    expect(await exchange('w'.repeat(43))).toMatchObject({
      status: 400,
      body: { error_code: 'bad_code_verifier' },
    });
    expect(await exchange(verifier)).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    expect(await exchange(verifier)).toMatchObject({
      status: 404,
      body: { error_code: 'flow_state_not_found' },
    });
  });

  test.each(['sms', 'whatsapp'] as const)('a code by %s signs a telephone in', async (channel) => {
    const phone = `+569${randomInt(10_000_000, 99_999_999)}`;
    must(await anybody.auth.signInWithOtp({ phone, options: { channel } }));
    const token = codeOf(await message(phone, '.txt'));
    const { user } = must(await connect().auth.verifyOtp({ type: 'sms', phone, token }));
    expect(forget(user!)).toMatchObject({ phone: phone.slice(1), phone_confirmed_at: expect.any(String) });
    expect((await anybody.auth.verifyOtp({ type: 'sms', phone, token })).error).toMatchObject(expired);
  });

  test('reauthenticate sends a code, which a new password takes', async () => {
    const { client, email } = await newPerson();
    must(await client.auth.reauthenticate().then(({ error }) => ({ data: true as const, error })));
    const nonce = codeOf(await message(email, '.eml'));
    expect((await client.auth.updateUser({ password: newPassword(), nonce })).error).toBeNull();
  });
});
