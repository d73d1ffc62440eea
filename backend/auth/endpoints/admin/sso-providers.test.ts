import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { send, sendAsAdmin } from '../../../testing/auth/auth.ts';
import { createSamlServer } from '../../../testing/auth/saml.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    config: ({ protocol, ...config }) => {
      const saml = { ...protocol.auth.saml, enabled: true };
      return { ...config, protocol: { ...protocol, auth: { ...protocol.auth, saml } } };
    },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const path = '/admin/sso/providers';
const create = (body: Record<string, unknown>) =>
  sendAsAdmin(server, path, { body: { type: 'saml', ...body } });

test('a connection is created, shown, updated and deleted', async () => {
  const idp = createSamlServer();
  const { status, body } = await create({
    metadata_xml: idp.metadata,
    domains: ['One.example'],
    resource_id: 'head-office',
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    resource_id: 'head-office',
    saml: { entity_id: idp.entityId, metadata_xml: idp.metadata },
    domains: [{ domain: 'one.example' }],
  });
  const one = `${path}/${String(body['id'])}`;
  expect((await sendAsAdmin(server, one)).body).toEqual(body);
  expect((await sendAsAdmin(server, path)).body['items']).toEqual([body]);
  const changed = await sendAsAdmin(server, one, {
    method: 'PUT',
    body: { domains: ['two.example', 'three.example'] },
  });
  expect(changed.body).toMatchObject({
    resource_id: 'head-office',
    domains: [{ domain: 'three.example' }, { domain: 'two.example' }],
  });
  const disabled = await sendAsAdmin(server, one, { method: 'PUT', body: { disabled: true } });
  expect(disabled.body['disabled']).toBe(true);
  expect((await send(server, '/sso', { body: { domain: 'two.example' } })).body['error_code']).toBe(
    'sso_provider_not_found',
  );
  expect((await sendAsAdmin(server, one, { method: 'DELETE' })).body['id']).toBe(body['id']);
  expect((await sendAsAdmin(server, one)).body['error_code']).toBe('sso_provider_not_found');
});

test('two connections cannot share a domain, resource id or entity id', async () => {
  const [first, second] = [createSamlServer(), createSamlServer()];
  const { body } = await create({
    metadata_xml: first.metadata,
    domains: ['shared.example'],
    resource_id: 'a',
  });
  const again = await create({ metadata_xml: first.metadata });
  expect([again.status, again.body['error_code']]).toEqual([422, 'saml_idp_already_exists']);
  const domain = await create({ metadata_xml: second.metadata, domains: ['SHARED.example'] });
  expect([domain.status, domain.body['error_code']]).toEqual([422, 'sso_domain_already_exists']);
  const resource = await create({ metadata_xml: second.metadata, resource_id: 'A' });
  expect(resource.body['error_code']).toBe('sso_resource_id_already_exists');
  const mismatch = await sendAsAdmin(server, `${path}/${String(body['id'])}`, {
    method: 'PUT',
    body: { metadata_xml: second.metadata },
  });
  expect(mismatch.body['error_code']).toBe('saml_entity_id_mismatch');
});

test.each([
  [{ type: 'oidc' }],
  [{}],
  [{ metadata_xml: '<a/>', metadata_url: 'https://idp.example' }],
  [{ metadata_xml: 'no xml' }],
  [{ metadata_xml: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }],
  [{ metadata_xml: '<EntityDescriptor entityID="x"/>' }],
  [{ metadata_url: 'http://idp.example/metadata' }],
  [{ metadata_url: 'file:///etc/passwd' }],
  [{ metadata_xml: createSamlServer().metadata, domains: ['no domain'] }],
  [{ metadata_xml: createSamlServer().metadata, name_id_format: 'x' }],
])('a connection %j is rejected', async (body) => {
  const answer = await create(body);
  expect([answer.status, answer.body['error_code']]).toEqual([400, 'validation_failed']);
});

test('only administrators manage connections', async () => {
  const { token } = server.as('diego');
  expect((await send(server, path, { token })).body['error_code']).toBe('not_admin');
  expect((await send(server, path)).status).toBe(401);
});
