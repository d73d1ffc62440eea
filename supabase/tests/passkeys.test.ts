import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, sendAsAdmin } from '../../backend/testing/auth/auth.ts';
import { newMember } from '../../backend/testing/auth/factors.ts';
import { addPasskey, newAuthenticator, signInWithPasskey } from '../../backend/testing/auth/passkeys.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { staffRoles } from '../../shared/roles.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

async function newOwner() {
  const member = await newMember(server);
  const authenticator = newAuthenticator(server);
  const passkeyId = await addPasskey(member.client, authenticator);
  return { ...member, authenticator, passkeyId };
}

const failed = { status: 400, body: { error_code: 'webauthn_verification_failed' } };

test.each(staffRoles)(
  'V5: a promotion to %s closes the passkeys that a stranger added before it',
  async (role) => {
    const { authenticator, userId } = await newOwner();
    const body = { app_metadata: { role }, password: goodPassword };
    expect((await sendAsAdmin(server, `/admin/users/${userId}`, { method: 'PUT', body })).status).toBe(200);
    expect(await signInWithPasskey(server, authenticator)).toMatchObject(failed);
  },
);

test('a person’s own data say what was done with passkeys', async () => {
  const { authenticator, client, passkeyId } = await newOwner();
  await client.passkey.update({ passkeyId, friendlyName: 'Tableta' });
  await signInWithPasskey(server, authenticator);
  await signInWithPasskey(server, authenticator, { verified: false });
  await client.passkey.delete({ passkeyId });
  await addPasskey(client, authenticator);
  await server.context.audit.settled();
  const token = (await client.getSession()).data.session!.access_token;
  const response = await server.request('/rest/v1/rpc/personal_data', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const data = (await response.json()) as { passkeys: unknown[]; audit_log: { action: string }[] };
  expect(data.passkeys).toEqual([{ name: '', created_at: expect.any(String), last_used_at: null }]);
  const acts = data.audit_log.map(({ action }) => action);
  expect(acts).toEqual(expect.arrayContaining(['passkey_created', 'passkey_updated', 'passkey_deleted']));
});
