import type { AuthClient, Session } from '@supabase/auth-js';
import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { TestServer } from '../app.ts';
import { createClient, goodPassword, newEmail, send } from './auth.ts';

/** Returns the code of an authenticator app, `steps` of 30 seconds ahead of now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** A code that is wrong now, just before and just after. */
export function wrongCodeOf(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code))!;
}

/** Puts the last accepted code of a factor into the past, so that the one of now can be used. */
export async function passStep(server: Pick<TestServer, 'context'>, factorId: string): Promise<void> {
  await server.context.db.query(
    'update auth.mfa_factors set last_totp_step = last_totp_step - 10 where id = $1',
    [factorId],
  );
}

/** A person with the official client. */
export interface Member {
  readonly client: InstanceType<typeof AuthClient>;
  readonly email: string;
  readonly userId: string;
}

export async function newMember(server: Pick<TestServer, 'app' | 'context'>): Promise<Member> {
  const client = createClient(server);
  const email = newEmail();
  const { data, error } = await client.signUp({ email, password: goodPassword });
  expect(error).toBeNull();
  return { client, email, userId: data.user!.id };
}

/** Signs in again, as on another device. */
export async function signInAgain(server: TestServer, email: string): Promise<Member['client']> {
  const client = createClient(server);
  const { error } = await client.signInWithPassword({ email, password: goodPassword });
  expect(error).toBeNull();
  return client;
}

export async function sessionOf({ client }: Pick<Member, 'client'>): Promise<Session> {
  return (await client.getSession()).data.session!;
}

/** A member with a verified authenticator app, in a session at aal2. */
export interface Secured extends Member {
  readonly factorId: string;
  readonly secret: string;
}

export async function enrol(
  member: Pick<Member, 'client'>,
  friendlyName = 'Phone',
): Promise<{ factorId: string; secret: string }> {
  const { data, error } = await member.client.mfa.enroll({ factorType: 'totp', friendlyName });
  expect(error).toBeNull();
  return { factorId: data!.id, secret: data!.totp.secret };
}

export async function newSecuredMember(server: Pick<TestServer, 'app' | 'context'>): Promise<Secured> {
  const member = await newMember(server);
  const { factorId, secret } = await enrol(member);
  const { error } = await member.client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
  expect(error).toBeNull();
  await passStep(server, factorId);
  return { ...member, factorId, secret };
}

/** A new challenge of a factor, by its id. */
export async function challenge(server: TestServer, token: string, factorId: string): Promise<string> {
  const { body, status } = await send(server, `/factors/${factorId}/challenge`, { method: 'POST', token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body['id'] as string;
}
