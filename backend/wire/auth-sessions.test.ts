import { expect, test } from 'vitest';
import { as, call, connect, must, newPerson, post, told } from './people.ts';

function refresh(refresh_token: unknown) {
  return told(post('/auth/v1/token?grant_type=refresh_token', { refresh_token }));
}

test('a refresh gives a new pair of tokens for the same session', async () => {
  const { client, session, user } = await newPerson();
  const next = must(await client.auth.refreshSession()).session!;
  expect(next.refresh_token).not.toBe(session.refresh_token);
  expect(next).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: user.id } });
  const claims = must(await client.auth.getClaims(next.access_token)).claims;
  expect(claims.session_id).toBe(must(await client.auth.getClaims(session.access_token)).claims.session_id);
});

test('who lost the answer to a refresh may ask again', async () => {
  const { session } = await newPerson();
  const first = await refresh(session.refresh_token);
  const again = await refresh(session.refresh_token);
  expect([first.status, again.status]).toEqual([200, 200]);
});

test('two refreshes at the same time both go well', async () => {
  const { session } = await newPerson();
  const answers = await Promise.all([refresh(session.refresh_token), refresh(session.refresh_token)]);
  for (const { status } of answers) expect([200, 409]).toContain(status);
  expect(answers.map(({ status }) => status)).toContain(200);
});

test.each([
  ['', 400, /validation_failed|refresh_token_not_found/],
  ['abcdefghijkl', 400, /refresh_token_not_found|validation_failed/],
  [undefined, 400, /validation_failed|refresh_token_not_found/],
  [7, 400, /bad_json|validation_failed/],
])('the refresh token %j is refused', async (token, status, code) => {
  expect(await refresh(token)).toMatchObject({ status, body: { error_code: expect.stringMatching(code) } });
});

test('setSession takes a pair of tokens over', async () => {
  const { session, user } = await newPerson();
  const other = connect();
  must(await other.auth.setSession(session));
  expect(must(await other.auth.getUser()).user.id).toBe(user.id);
});

test.each(['global', 'local', 'others'] as const)('sign-out with scope %s', async (scope) => {
  const { client, email, password } = await newPerson();
  const other = connect();
  must(await other.auth.signInWithPassword({ email, password }));
  const own = must(await client.auth.getSession()).session!.access_token;
  expect((await client.auth.signOut({ scope })).error).toBeNull();
  const headers = { authorization: `Bearer ${own}` };
  const mine = await told(call('/auth/v1/user', { headers }));
  const theirs = (await other.auth.getUser()).error;
  const ended = { status: 403, body: { error_code: 'session_not_found' } };
  if (scope === 'others') expect(mine.status).toBe(200);
  else expect(mine).toMatchObject(ended);
  if (scope === 'local') expect(theirs).toBeNull();
  else expect(theirs).toMatchObject({ name: 'AuthSessionMissingError' });
});

test('sign-out answers 204 without a body, and knows three scopes', async () => {
  const person = await newPerson();
  const everywhere = await told(call('/auth/v1/logout?scope=all', { method: 'POST', headers: as(person) }));
  expect(everywhere).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  const out = await told(call('/auth/v1/logout', { method: 'POST', headers: as(person) }));
  expect(out).toEqual({ status: 204, body: undefined });
  expect(await refresh(person.session.refresh_token)).toMatchObject({ status: 400 });
});

test('S4 an ended session reads and writes nothing within a minute', async () => {
  const { client, session } = await newPerson();
  const headers = { authorization: `Bearer ${session.access_token}` };
  const read = () => call('/rest/v1/walkers?select=id', { headers });
  expect((await read()).status).toBe(200);
  await client.auth.signOut();
  await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 500 }).toBe(401);
});

test('a new session says how it began, a refreshed one says the same', async () => {
  const { client } = await newPerson();
  const level = must(await client.auth.mfa.getAuthenticatorAssuranceLevel());
  expect(level).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
    currentAuthenticationMethods: [{ method: 'password' }],
  });
  must(await client.auth.refreshSession());
  const after = must(await client.auth.mfa.getAuthenticatorAssuranceLevel());
  expect(after.currentAuthenticationMethods).toContainEqual(expect.objectContaining({ method: 'password' }));
});

test('a code exchange without a flow is refused', async () => {
  const pkce = (body: unknown) => told(post('/auth/v1/token?grant_type=pkce', body));
  expect(
    await pkce({ auth_code: '00000000-0000-4000-8000-000000000000', code_verifier: 'x'.repeat(43) }),
  ).toMatchObject({
    status: 404,
    body: { error_code: 'flow_state_not_found' },
  });
  expect(await pkce({})).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
});

test('an id token of nobody is refused in the words of OAuth', async () => {
  const idToken = (body: unknown) => told(post('/auth/v1/token?grant_type=id_token', body));
  for (const body of [
    {},
    { provider: 'google' },
    { provider: 'google', id_token: 'a.b.c' },
    { id_token: 'a.b.c' },
  ]) {
    const { status, body: answer } = await idToken(body);
    expect(status).toBe(400);
    expect(answer).toSatisfy((each: object) => 'error_description' in each || 'error_code' in each);
  }
});

test('S2 a refresh token that was used long ago ends the session, for the thief and the owner', async () => {
  const { session } = await newPerson();
  let newest = session.refresh_token;
  for (let count = 0; count < 2; count += 1) {
    const { status, body } = await refresh(newest);
    expect(status).toBe(200);
    newest = (body as { refresh_token: string }).refresh_token;
  }
  const reuse = async () => (await refresh(session.refresh_token)).body;
  await expect.poll(reuse, { timeout: 20_000, interval: 1000 }).toMatchObject({
    error_code: expect.stringMatching(/^(refresh_token_already_used|refresh_token_not_found)$/),
  });
  expect((await refresh(newest)).status).toBe(400);
});
