import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSamlServer } from '../testing/auth/saml.ts';
import { anybody, as, call, connect, forget, must, newPerson, post, told } from './people.ts';

const { body: settings } = await told(call('/auth/v1/settings'));
const isOn = (settings as { saml_enabled: boolean }).saml_enabled;
const route = '/auth/v1/admin/sso/providers';

/** An identity provider of its own, known to the backend for one domain. */
async function connected() {
  const idp = createSamlServer();
  const domain = `${randomUUID()}.example`;
  const values = { type: 'saml', metadata_xml: idp.metadata, domains: [domain] };
  const made = await told(post(route, values, as()));
  expect(made).toMatchObject({
    status: 201,
    body: { domains: [{ domain }], saml: { entity_id: idp.entityId } },
  });
  const { id } = made.body as { id: string };
  const change = (method: string, body?: unknown) =>
    told(
      call(`${route}/${id}`, {
        method,
        headers: { ...as(), 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  return { idp, domain, id, change };
}

/** Posts the form that the browser brings back from the identity provider. @returns the address of the redirect */
async function answer(form: URLSearchParams): Promise<URL> {
  const response = await call('/auth/v1/sso/saml/acs', { method: 'POST', body: form });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location')!);
}

test.runIf(isOn)('the company’s people sign in where the company knows them', async () => {
  const { idp, domain, id, change } = await connected();
  for (const by of [{ domain }, { providerId: id }]) {
    const { url } = must(await anybody.auth.signInWithSSO(by));
    expect(url).toContain(idp.entryPoint);
    const email = `${randomUUID()}@${domain}`;
    const back = await answer(
      idp.respond(idp.readRequest(url), { nameId: email, attributes: { mail: email } }),
    );
    const token = new URLSearchParams(back.hash.slice(1)).get('access_token')!;
    const { user } = must(await anybody.auth.getUser(token));
    expect(forget(user)).toMatchObject({ email, app_metadata: { provider: `sso:${id}` } });
    expect(must(await connect().auth.getClaims(token)).claims.amr).toMatchObject([{ method: 'sso/saml' }]);
  }
  expect((await change('DELETE')).status).toBe(200);
});

test.runIf(isOn)('an answer that was not signed for us signs nobody in', async () => {
  const { idp, domain, change } = await connected();
  const { url } = must(await anybody.auth.signInWithSSO({ domain }));
  const person = { nameId: `x@${domain}`, attributes: { mail: `x@${domain}` } };
  const back = await answer(idp.respond(idp.readRequest(url), person, { audience: 'https://other.example' }));
  expect(back.hash).not.toContain('access_token');
  expect(back.searchParams.get('error_code')).toBe('saml_assertion_not_valid');
  await change('DELETE');
});

test.runIf(isOn)('connections are listed, read, changed and deleted by the secret key alone', async () => {
  const { id, change } = await connected();
  expect(await told(call(route, { headers: as() }))).toMatchObject({
    status: 200,
    body: { items: expect.arrayContaining([expect.objectContaining({ id })]) },
  });
  expect(await change('GET')).toMatchObject({ status: 200, body: { id } });
  expect(await change('PUT', { disabled: true })).toMatchObject({ status: 200, body: { disabled: true } });
  const { error } = await anybody.auth.signInWithSSO({ providerId: id });
  expect(error).toMatchObject({ status: 404 });
  const person = await newPerson();
  expect(await told(call(route, { headers: as(person) }))).toMatchObject({
    status: 403,
    body: { error_code: 'not_admin' },
  });
  expect((await change('DELETE')).status).toBe(200);
  expect(await change('GET')).toMatchObject({ status: 404, body: { error_code: 'sso_provider_not_found' } });
});

test('our metadata is there for identity providers, where SAML is on', async () => {
  const response = await call('/auth/v1/sso/saml/metadata');
  if (!isOn) return expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toMatch(/xml/);
  expect(await response.text()).toContain('/auth/v1/sso/saml/acs');
  return undefined;
});
