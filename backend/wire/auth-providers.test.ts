import type { Provider } from '@supabase/supabase-js';
import { describe, expect, inject, test } from 'vitest';
import { anybody, connect, forget, must, newPerson, post, told } from './people.ts';

const { provider: known } = inject('wire');

/** Goes where a sign-in leads, as a browser does that keeps cookies, to the address of the app at which it ends. */
async function browse(start: string): Promise<URL> {
  const jars = new Map<string, Map<string, string>>();
  let address = new URL(start);
  for (let hops = 0; hops < 20; hops += 1) {
    const jar = jars.get(address.origin) ?? new Map<string, string>();
    jars.set(address.origin, jar);
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const text of response.headers.getSetCookie()) {
      const [name = '', value = ''] = text.split(';')[0]!.split(/=(.*)/s);
      jar.set(name, value);
    }
    const isLast = address.pathname === '/auth/v1/callback';
    const next = response.headers.get('location');
    if (next === null) throw new Error(`${address.href} leads nowhere: ${response.status}`);
    address = new URL(next, address);
    if (isLast) return address;
  }
  throw new Error(`${start} leads in circles`);
}

/** Only a backend that the suite started has a provider whose people the suite can play. */
describe.runIf(known !== undefined)('with a provider', () => {
  const { name = '', people = [], idToken = '' } = known ?? {};
  const [ana, berta, celia, dora] = people;
  const provider = name as Provider;
  const as = (person: (typeof people)[number] | undefined) => ({
    queryParams: { login_hint: person?.sub ?? '' },
    skipBrowserRedirect: true,
  });

  test('implicit flow: the session comes in the fragment, with the account that the provider vouches for', async () => {
    const { url } = must(await anybody.auth.signInWithOAuth({ provider, options: as(ana) }));
    const fragment = new URLSearchParams((await browse(url)).hash.slice(1));
    expect(Object.fromEntries(fragment)).toMatchObject({
      token_type: 'bearer',
      refresh_token: expect.any(String),
      provider_token: expect.any(String),
    });
    const { user } = must(await anybody.auth.getUser(fragment.get('access_token')!));
    expect(forget(user)).toMatchObject({
      email: ana?.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: name, providers: [name] },
      user_metadata: { name: 'ana' },
      identities: [{ provider: name, id: ana?.sub }],
    });
  });

  test('PKCE: the app exchanges the code, once, and gets the provider’s token as well', async () => {
    const client = connect(undefined, {}, 'pkce');
    const { url } = must(await client.auth.signInWithOAuth({ provider, options: as(berta) }));
    const back = await browse(url);
    expect(back.hash).toBe('');
    const code = back.searchParams.get('code')!;
    const { session, user } = must(await client.auth.exchangeCodeForSession(code));
    expect(forget(user)).toMatchObject({ email: berta?.email });
    expect(session.provider_token).toEqual(expect.any(String));
    expect(must(await client.auth.getClaims()).claims.amr).toMatchObject([{ method: 'oauth' }]);
    const again = await told(
      post('/auth/v1/token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(43) }),
    );
    expect(again).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } });
  });

  test('who refuses at the provider comes back with the reason, in query and fragment', async () => {
    const options = { queryParams: { login_hint: 'a stranger' }, skipBrowserRedirect: true };
    const { url } = must(await anybody.auth.signInWithOAuth({ provider, options }));
    const back = await browse(url);
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(new URLSearchParams(back.hash.slice(1)).get('error_description')).toBe('The person refused');
  });

  test('a signed-in user links an identity, signs in with it, and takes it away again', async () => {
    const person = await newPerson();
    // With PKCE: without a browser there is no cookie that would bind the implicit flow to it.
    const { auth } = connect(undefined, {}, 'pkce');
    must(await auth.setSession(person.session));
    const { data } = await auth.linkIdentity({ provider, options: as(celia) });
    const back = await browse(data.url!);
    must(await auth.exchangeCodeForSession(back.searchParams.get('code')!));
    const { identities } = must(await auth.getUserIdentities());
    expect(identities.map((each) => each.provider).toSorted()).toEqual(['email', name]);
    const { url } = must(await anybody.auth.signInWithOAuth({ provider, options: as(celia) }));
    const fragment = new URLSearchParams((await browse(url)).hash.slice(1));
    const { user } = must(await anybody.auth.getUser(fragment.get('access_token')!));
    expect(user.id).toBe(person.user.id);
    must(await auth.unlinkIdentity(identities.find((each) => each.provider === name)!));
    expect(must(await auth.getUserIdentities()).identities).toMatchObject([{ provider: 'email' }]);
  });

  test('an id token signs in; a spoiled one does not', async () => {
    const client = connect();
    const { user } = must(await client.auth.signInWithIdToken({ provider, token: idToken }));
    expect(forget(user)).toMatchObject({ email: dora?.email, app_metadata: { provider: name } });
    const bad = await anybody.auth.signInWithIdToken({ provider, token: `${idToken.slice(0, -8)}AAAAAAAA` });
    expect(bad.error).toMatchObject({ status: 400, message: 'Bad ID token' });
    const nonce = await anybody.auth.signInWithIdToken({ provider, token: idToken, nonce: 'unexpected' });
    expect(nonce.error?.message).toContain('nonce');
  });
});
