import { expect, inject, test } from 'vitest';
import { connect, newEmail, newPassword, newPerson } from './people.ts';

const { url, publishableKey } = inject('wire');

async function answer(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}${path}`, { headers });
  return { status: response.status, body: (await response.json()) as { message?: string } };
}

test('whoever forgets the key learns so, on every service that needs one', async () => {
  for (const path of ['/rest/v1/walkers', '/auth/v1/settings'])
    expect(await answer(path), path).toMatchObject({
      status: 401,
      body: { message: 'No API key found in request' },
    });
});

test('the official client with a key that is not known says so, and signs nobody in', async () => {
  const stranger = connect('sb_publishable_that_nobody_has_made');
  const rows = await stranger.from('walkers').select('id');
  expect([rows.status, rows.error?.message]).toEqual([401, 'Invalid API key']);
  const session = await stranger.auth.signInWithPassword({ email: newEmail(), password: newPassword() });
  expect([session.error?.status, session.error?.message]).toEqual([401, 'Invalid API key']);
});

test('a token of a user is no key', async () => {
  const { session } = await newPerson();
  const authorization = `Bearer ${session.access_token}`;
  expect((await answer('/rest/v1/walks', { authorization })).status).toBe(401);
  expect((await answer('/rest/v1/walks', { authorization, apikey: publishableKey })).status).toBe(200);
});
