import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { anybody, as, call, connect, must, newEmail, newPerson, post, service, told } from './people.ts';

const { body } = await told(call('/auth/v1/settings'));
const { external, saml_enabled: samlEnabled } = body as {
  external: Record<string, boolean>;
  saml_enabled: boolean;
};
const provider = 'facebook';
const isOn = external[provider] === true;

test('sign-in with a provider leads there, with a way back', async () => {
  const { url } = must(await anybody.auth.signInWithOAuth({ provider, options: { scopes: 'email' } }));
  const answer = await fetch(url, { redirect: 'manual' });
  if (!isOn) {
    expect(await told(answer)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    return;
  }
  expect(answer.status).toBe(302);
  const target = new URL(answer.headers.get('location')!);
  expect(target.hostname).toMatch(/facebook\.com$/);
  expect(Object.fromEntries(target.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: expect.any(String),
    redirect_uri: expect.stringMatching(/\/auth\/v1\/callback$/),
    state: expect.any(String),
    scope: expect.stringContaining('email'),
  });
});

test('sign-in with PKCE needs both of its parameters', async () => {
  const path = `/auth/v1/authorize?provider=${provider}`;
  expect(await told(call(`${path}&code_challenge=${'x'.repeat(43)}`))).toMatchObject({ status: 400 });
  const pkce = await call(`${path}&code_challenge=${'x'.repeat(43)}&code_challenge_method=s256`);
  expect(pkce.status).toBe(isOn ? 302 : 400);
});

test('a way back that nobody started ends in an error, told to the app', async () => {
  for (const [query, code] of [
    ['', 'bad_oauth_callback'],
    [`?state=${randomUUID()}&code=x`, 'bad_oauth_state'],
    ['?state=x&code=y', 'bad_oauth_state'],
  ] as const) {
    const answer = await call(`/auth/v1/callback${query}`);
    const told = answer.status === 400 ? await answer.text() : (answer.headers.get('location') ?? '');
    expect(answer.status).toBeOneOf([302, 303, 400]);
    expect(told).toContain(code);
  }
});

test('a provider may post its answer as a form, as Apple does', async () => {
  const body = new URLSearchParams({ state: randomUUID(), code: 'x' });
  const answer = await call('/auth/v1/callback', { method: 'POST', body });
  expect(answer.status).toBeOneOf([302, 303, 400]);
  expect(answer.headers.get('location') ?? (await answer.text())).toContain('bad_oauth_state');
});

test('a user links a provider, and lists what is linked', async () => {
  const { client } = await newPerson();
  expect(must(await client.auth.getUserIdentities()).identities).toMatchObject([{ provider: 'email' }]);
  const { data, error } = await client.auth.linkIdentity({
    provider,
    options: { skipBrowserRedirect: true },
  });
  if (error) expect(error.code).toMatch(/^(manual_linking_disabled|validation_failed)$/);
  else expect(new URL(data.url!).hostname).toMatch(/facebook\.com$/);
});

test('the only identity stays, what is not linked is not found', async () => {
  const person = await newPerson();
  const identity = must(await person.client.auth.getUserIdentities()).identities[0]!;
  const { error } = await person.client.auth.unlinkIdentity(identity);
  if (error?.code === 'manual_linking_disabled') return;
  expect(error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' });
  const remove = (id: string) =>
    told(call(`/auth/v1/user/identities/${id}`, { method: 'DELETE', headers: as(person) }));
  expect(await remove('x')).toMatchObject({ status: 404, body: { error_code: 'validation_failed' } });
  expect(await remove(randomUUID())).toMatchObject({ status: 422 });
});

test('sign-in with a company, by domain and by provider', async () => {
  for (const by of [{ domain: 'nobody.example' }, { providerId: randomUUID() }]) {
    const { error } = await connect().auth.signInWithSSO(by);
    expect(error).toMatchObject({
      status: 404,
      code: samlEnabled ? 'sso_provider_not_found' : 'saml_provider_disabled',
    });
  }
  const acs = await post('/auth/v1/sso/saml/acs', {});
  if (samlEnabled) expect(acs.headers.get('location')).toContain('error=');
  else expect(acs.status).toBe(404);
  const list = await told(call('/auth/v1/admin/sso/providers', { headers: as() }));
  expect(list.status).toBe(samlEnabled ? 200 : 404);
});

test('an anonymous user becomes a permanent one', async () => {
  const client = connect();
  const { data, error } = await client.auth.signInAnonymously({ options: { data: { from: 'tablet' } } });
  if (!external['anonymous_users']) return expect(error?.code).toBe('anonymous_provider_disabled');
  expect(data.user).toMatchObject({ is_anonymous: true, user_metadata: { from: 'tablet' } });
  expect(must(await client.auth.getClaims()).claims).toMatchObject({
    is_anonymous: true,
    role: 'authenticated',
  });
  expect((await client.auth.reauthenticate()).error).toMatchObject({
    message: 'Reauthentication requires the user to have an email or a phone number',
  });
  expect((await client.auth.updateUser({ password: 'Copper lake 771' })).error).toMatchObject({
    status: 422,
  });
  const email = newEmail();
  const { user } = must(await client.auth.updateUser({ email }));
  expect([user.email, user.new_email]).toContain(email);
  if (user.email === email) expect(user.is_anonymous).toBe(false);
  await service.auth.admin.deleteUser(data.user!.id);
  return undefined;
});
