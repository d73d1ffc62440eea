import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signUp } from '../../backend/testing/auth/auth.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { takePolicy } from '../../shared/content/policy-2.ts';
import { policySections } from '../../shared/content/policy.ts';
import { readFirstRelease } from '../../shared/testing/content.ts';

const first = readFirstRelease();
const second = takePolicy(first);

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  const { db } = server.context;
  await db.query('delete from consents');
  await db.query('delete from content_releases where id > 1');
  await db.query('update content_drafts set content = $1, version = 1', [JSON.stringify(first)]);
});

interface Person {
  readonly id: string;
  readonly token: string;
}

const known = (name: 'carla' | 'diego'): Person => {
  const { userId: id, token } = server.as(name);
  return { id, token };
};

async function post({ token }: Person, path: string, body: object) {
  const response = await server.request(`/rest/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as unknown };
}

const accept = async (person: Person, version: number) =>
  (await post(person, 'consents', { user_id: person.id, policy_version: version })).status;
const toAccept = async (person: Person) => (await post(person, 'rpc/policy_to_accept', {})).body;

async function publishSecond(): Promise<void> {
  const carla = known('carla');
  await post(carla, 'rpc/save_content', { content: second, expected_version: 1 });
  const { status } = await post(carla, 'rpc/publish_content', { expected_version: 2, note: 'Ley 21.719' });
  expect(status).toBe(200);
}

test('only the version that is published can be accepted, once', async () => {
  const diego = known('diego');
  expect([await accept(diego, 2), await accept(diego, 1), await accept(diego, 1)]).toEqual([403, 201, 409]);
  await publishSecond();
  expect([await accept(diego, 1), await accept(diego, 2)]).toEqual([403, 201]);
});

test('a newer version has to be accepted once; the first one is asked of nobody who has an account', async () => {
  const diego = known('diego');
  expect(await toAccept(diego)).toBeNull();
  await publishSecond();
  expect(await toAccept(diego)).toEqual({ company: second.company, policy: second.policy });
  await accept(diego, 2);
  expect(await toAccept(diego)).toBeNull();
});

test('the consent is in the person’s own data and in the audit log, and the row goes with the account', async () => {
  const { user, access_token: token } = await signUp(server);
  const ana = { id: user.id, token };
  await accept(ana, 1);
  const { body } = await post(ana, 'rpc/personal_data', {});
  expect(body).toMatchObject({
    consents: [{ policy_version: 1, accepted_at: expect.any(String) as unknown }],
    audit_log: expect.arrayContaining([
      expect.objectContaining({ action: 'policy_accepted', by: 'you', details: { policy_version: 1 } }),
    ]) as unknown,
  });

  const { db } = server.context;
  await db.query('delete from auth.users where id = $1', [ana.id]);
  expect(await db.query('select from consents where user_id = $1', [ana.id])).toEqual([]);
  const [act] = await db.query<{ payload: object; ip_address: string }>(
    `select payload, ip_address from private.audit
     where payload ->> 'action' = 'policy_accepted' and payload ->> 'actor_id' = $1`,
    [ana.id],
  );
  expect(act).toMatchObject({
    payload: { actor_username: '', traits: { policy_version: 1 } },
    ip_address: '',
  });
});

test('an administrator’s own data name the releases and the draft', async () => {
  await publishSecond();
  const { body } = await post(known('carla'), 'rpc/personal_data', {});
  expect(body).toMatchObject({
    content: {
      draft_edited_at: expect.any(String) as unknown,
      releases: [{ id: 2, note: 'Ley 21.719', published_at: expect.any(String) as unknown }],
    },
  });
});

test('the periods in version 2 of the policy are those of the settings', () => {
  const { auditRetentionDays, protocol } = server.context.config;
  const { timebox, inactivity_timeout: inactivity } = protocol.auth.sessions;
  const day = 86_400_000;
  const text = JSON.stringify(policySections(second));
  expect(text).toContain(`${auditRetentionDays} días`);
  expect([timebox, inactivity]).toEqual([90 * day, 30 * day]);
  expect(text).toContain('30 días sin uso y 90 días en total');
});
