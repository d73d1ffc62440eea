import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

/** Wishes whose triggers raise what the row says, at once or, for negative numbers, when the transaction ends. */
const wishes = `
  create table public.wishes (id int primary key, state text, message text, detail text);
  create function public.raise_wish() returns trigger language plpgsql as $$
    begin
      raise exception using errcode = new.state, message = new.message, detail = new.detail, hint = 'tomorrow';
    end $$;
  create trigger wish before insert or update on wishes
    for each row when (new.id > 0 and new.state is not null) execute function raise_wish();
  create constraint trigger late after insert on wishes deferrable initially deferred
    for each row when (new.id < 0) execute function raise_wish();
  create function public.make_wish(id int, state text, message text, detail text) returns void language sql as $$
    insert into wishes values (id, state, message, detail) $$;
  insert into wishes values (7);
  grant all on wishes to anon, service_role;
  grant execute on function make_wish to anon;`;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await server.context.db.query(wishes);
});
afterAll(() => server[Symbol.asyncDispose]());

const tooMany = {
  state: 'PGRST',
  message: '{"code":"too_many","message":"Three a day","details":"You had three","hint":"Wait"}',
  detail: '{"status":429,"status_text":"Enough","headers":{"Retry-After":"3600","X-Limit":"3"}}',
};

function write(method: string, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', prefer: 'return=representation' };
  return server.request(`/rest/v1/${path}`, { method, headers, body: JSON.stringify(body) });
}

test.each([
  ['POST', 'wishes', 1],
  ['POST', 'wishes', -1],
  ['POST', 'wishes?on_conflict=id', 2],
  ['PATCH', 'wishes?id=eq.7', 7],
  ['PUT', 'wishes?id=eq.3', 3],
  ['POST', 'rpc/make_wish', 4],
  ['POST', 'rpc/make_wish', -4],
])('%s %s: a trigger gives the whole error, with status and headers', async (method, path, id) => {
  const answer = await write(method, path, { id, ...tooMany });
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('3600');
  expect(answer.headers.get('x-limit')).toBe('3');
  expect(answer.headers.get('proxy-status')).toBe('PostgREST; error=too_many');
  expect(await answer.json()).toEqual({
    code: 'too_many',
    message: 'Three a day',
    details: 'You had three',
    hint: 'Wait',
  });
  expect(await (await server.request('/rest/v1/wishes?select=id')).json()).toEqual([{ id: 7 }]);
});

test.each([
  ['PT429', 429],
  ['PT503', 503],
  ['PT999', 500],
  ['PTABC', 500],
])('SQLSTATE %s gets %d', async (state, status) => {
  const answer = await write('POST', 'wishes', { id: 1, state, message: 'later', detail: 'three a day' });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({
    code: state,
    message: 'later',
    details: 'three a day',
    hint: 'tomorrow',
  });
});

test.each([
  ['{"message":"no code"}', tooMany.detail, /^Invalid JSON value for MESSAGE: /],
  ['text', tooMany.detail, /^Invalid JSON value for MESSAGE: 'text'$/],
  [tooMany.message, 'text', /^Invalid JSON value for DETAIL: 'text'$/],
  [tooMany.message, '{"status":"429","headers":{}}', /^Invalid JSON value for DETAIL: /],
  [tooMany.message, '{"status":429}', /^Invalid JSON value for DETAIL: /],
  [tooMany.message, '{"status":429,"headers":{"a b":"c"}}', /^Invalid JSON value for DETAIL: /],
])('the error names invalid JSON: %s, %s', async (message, detail, details) => {
  const answer = await write('POST', 'wishes', { id: 1, state: 'PGRST', message, detail });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    code: 'PGRST121',
    message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
    details: expect.stringMatching(details),
    hint: expect.stringMatching(/must be a JSON object with obligatory keys/),
  });
});
