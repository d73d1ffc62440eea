import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app.ts';
import { createClient, sendAsAdmin } from '../../../../testing/auth/auth.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  // With the four people of every test there are 120 users; person-115 is the newest.
  await server.context.db.query(
    `insert into auth.users (email, raw_user_meta_data, created_at)
     select 'person-' || n || '@example.com', jsonb_build_object('full_name', 'Rosa %_ Nº ' || n),
       now() + n * interval '1 second'
     from generate_series(0, 115) n`,
  );
});
afterAll(() => server[Symbol.asyncDispose]());

async function list(query: string): Promise<{ emails: string[]; headers: Headers }> {
  const { status, body, headers } = await sendAsAdmin(server, `/admin/users${query}`);
  expect(status).toBe(200);
  expect(body['aud']).toBe('authenticated');
  return { emails: (body['users'] as { email: string }[]).map(({ email }) => email), headers };
}

test('the official client walks through all pages', async () => {
  const { admin } = createClient(server, server.context.config.keys.secret);
  const seen = new Set<string>();
  for (let page: number | null = 1; page !== null;) {
    const { data, error } = await admin.listUsers({ page, perPage: 50 });
    if (error) throw error;
    for (const user of data.users) seen.add(user.id);
    expect(data.total).toBe(120);
    expect(data.lastPage).toBe(3);
    page = data.nextPage;
  }
  expect(seen.size).toBe(120);
});

test('newest first, fifty a page, with links to the next and the last page', async () => {
  const { emails, headers } = await list('?page=&per_page=');
  expect(emails).toHaveLength(50);
  expect(emails[0]).toBe('person-115@example.com');
  expect(headers.get('x-total-count')).toBe('120');
  const base = `${server.context.config.publicUrl}/auth/v1/admin/users`;
  expect(headers.get('link')).toBe(
    `<${base}?page=2&per_page=50>; rel="next", <${base}?page=3&per_page=50>; rel="last"`,
  );
});

test('the last page links to itself only', async () => {
  const { emails, headers } = await list('?page=3&per_page=50');
  expect(emails).toHaveLength(20);
  expect(headers.get('link')).not.toContain('rel="next"');
});

test('a page beyond the end is empty', async () => {
  expect((await list('?page=9')).emails).toEqual([]);
});

test('D5 the page size is capped', async () => {
  const { emails, headers } = await list('?per_page=100000');
  expect(emails).toHaveLength(120);
  expect(headers.get('link')).toContain('per_page=1000');
});

test('filters by a literal part of the address or the name', async () => {
  expect((await list('?filter=PERSON-7@')).emails).toEqual(['person-7@example.com']);
  expect((await list(`?filter=${encodeURIComponent('%_ nº 42')}`)).emails).toEqual(['person-42@example.com']);
  const { headers } = await list('?filter=person-1&per_page=5');
  expect(headers.get('x-total-count')).toBe('27');
  expect(headers.get('link')).toContain('filter=person-1');
  expect((await list(`?filter=${encodeURIComponent(`' or true --`)}`)).emails).toEqual([]);
});

test('sorts in ascending order', async () => {
  const { emails } = await list('?sort=created_at asc&per_page=120');
  expect(emails.at(-1)).toBe('person-115@example.com');
});

test.each(['?page=-1', '?page=0', '?per_page=x', '?page=1.5', '?per_page=99999999999999999999'])(
  '%s is refused',
  async (query) => {
    const { status, body } = await sendAsAdmin(server, `/admin/users${query}`);
    expect([status, body['error_code']]).toEqual([400, 'validation_failed']);
    expect(body['msg']).toMatch(/^Bad Pagination Parameters: /);
  },
);

test.each(['email desc', 'created_at sideways', 'created_at; drop table auth.users', 'created_at desc x'])(
  'D5 sorting by “%s” is refused',
  async (sort) => {
    const { status } = await sendAsAdmin(server, `/admin/users?sort=${encodeURIComponent(sort)}`);
    expect(status).toBe(400);
  },
);
