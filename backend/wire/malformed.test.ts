import fc from 'fast-check';
import { expect, test } from 'vitest';
import { as, call, newPerson } from './people.ts';

const person = await newPerson();
const text: unknown = expect.any(String);

/** The error of each service. */
const shapes = {
  auth: (status: number, body: object) => {
    if ('error_description' in body) expect(body).toEqual({ error: text, error_description: text });
    else expect(body).toMatchObject({ code: status, error_code: text, msg: text });
  },
  rest: (_status: number, body: object) => {
    expect(Object.keys(body).toSorted()).toEqual(['code', 'details', 'hint', 'message']);
  },
  storage: (_status: number, body: object) => {
    expect(body).toMatchObject({
      statusCode: expect.stringMatching(/^4\d\d$/) as unknown,
      error: text,
      message: text,
    });
  },
  functions: (_status: number, body: object) => {
    expect(body).toMatchObject({ code: expect.anything() as unknown, message: text });
  },
  realtime: (_status: number, body: object) => {
    expect(body).toMatchObject({ message: text });
  },
};
type Service = keyof typeof shapes;

/** The gateway before the services refuses a strange `apikey`, in a shape of its own. */
function isOfGateway(status: number, body: object): boolean {
  return status === 401 && Object.keys(body).toSorted().join() === 'hint,message';
}

async function check(service: Service, answer: Response, head: boolean): Promise<void> {
  const body = await answer.text();
  expect(answer.status, body).toBeLessThan(500);
  expect(answer.headers.get('content-type') ?? '').not.toContain('text/html');
  if (answer.status < 400 || head) return;
  expect(answer.headers.get('content-type')).toContain('json');
  const refusal = JSON.parse(body) as object;
  if (!isOfGateway(answer.status, refusal)) shapes[service](answer.status, refusal);
}

const strange = fc.oneof(
  fc.constantFrom(
    '',
    '%',
    '%00',
    '%ff',
    '%zz',
    '%ed%a0%80',
    '%2e%2e%2f',
    "'",
    '"',
    '\\',
    '(',
    '()',
    '{}',
    '*',
    '‮',
    '🚕',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).map((value) => encodeURIComponent(value.toWellFormed())),
  fc.nat().map(String),
  fc.constant('9'.repeat(40)),
  fc.constant('x'.repeat(300)),
  fc.constant('('.repeat(150)),
);
const range = (min: number, max: number) =>
  fc.integer({ min, max }).map((code) => String.fromCodePoint(code));
/** Texts that `fetch` allows in a header. */
const [visible, latin] = [range(0x20, 0x7e), range(0x80, 0xff)];
const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    '*/*',
    ',',
    ';',
    '=',
    'application/json',
    'text/csv',
    'multipart/form-data',
    'a/b',
    'bytes=9-1',
    '0-',
    '-1',
    'wire',
    'tx=rollback',
  ),
  fc.string({
    unit: fc.oneof(visible, latin),
    maxLength: 20,
  }),
);
const headerNames = [
  'accept',
  'content-type',
  'prefer',
  'range',
  'accept-profile',
  'content-profile',
  'if-none-match',
  'if-modified-since',
  'x-upsert',
  'x-metadata',
  'cache-control',
  'x-supabase-api-version',
  'x-client-info',
  'apikey',
  'x-jwt-aud',
  'accept-language',
];
const body = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.uint8Array({ maxLength: 40 }),
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"\\ud800"',
    '{"a":"\\u0000"}',
    '['.repeat(5000),
    '{"a":1e999}',
    '{"__proto__":1}',
  ),
);
const authorization = fc.oneof(
  fc.constant(as(person).authorization),
  fc.constantFrom(
    '',
    'Bearer',
    'Bearer ',
    'Basic x',
    'Bearer a.b.c',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    'Bearer é',
  ),
);

const wireSchema = { 'accept-profile': 'wire', 'content-profile': 'wire' };

/** Arbitrary requests: one of the places, with strange values where the place has `~`, and anything else on top. */
function requests(places: readonly string[], keys: readonly string[]) {
  const values = fc.array(strange, { minLength: 4, maxLength: 4 });
  return fc.record({
    place: fc.constantFrom(...places),
    values,
    query: fc.array(fc.tuple(fc.constantFrom(...keys), strange), { maxLength: 4 }),
    headers: fc.dictionary(fc.constantFrom(...headerNames), headerValue, { maxKeys: 3 }),
    authorization,
    body: fc.oneof(
      body,
      fc
        .dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 5 })
        .map((each) => JSON.stringify(each)),
    ),
  });
}

const authKeys =
  'email~phone~password~token~type~token_hash~refresh_token~auth_code~code_verifier~data~provider~id_token~redirect_to~code_challenge~code_challenge_method~scope~page~per_page~grant_type~state~code~factor_type~friendly_name~domain~nonce~channel~create_user'.split(
    '~',
  );
const restKeys =
  'select~order~limit~offset~or~and~not.or~id~name~opinion_count~created_at~columns~on_conflict~opinions.rating~opinions~opinions.order~average_rating~"~stops->a'.split(
    '~',
  );
const storageKeys =
  'token~download~width~height~quality~resize~limit~offset~search~sortBy~sortColumn~sortOrder~prefix~prefixes~paths~expiresIn~bucketId~sourceKey~destinationKey~name~id~public~file_size_limit~allowed_mime_types~transform~cursor'.split(
    '~',
  );

const cases = [
  [
    'auth',
    'POST /signup~POST /token?grant_type=password&~POST /token?grant_type=refresh_token&~POST /token?grant_type=pkce&~POST /token?grant_type=id_token&~POST /token?~POST /otp~POST /verify~GET /verify~POST /magiclink~POST /recover~POST /resend~GET /reauthenticate~GET /user~PUT /user~GET /authorize~GET /callback~POST /callback~POST /sso~POST /sso/saml/acs~GET /sso/saml/metadata~GET /user/identities/authorize~DELETE /user/identities/@~POST /factors~DELETE /factors/@~POST /invite~POST /admin/generate_link~GET /admin/users~GET /admin/users/@~PUT /admin/users/@~POST /admin/users~GET /admin/users/@/factors~GET /settings~POST /logout?scope=x@~PATCH /@~GET /.well-known/@'.split(
      '~',
    ),
    authKeys,
  ],
  [
    'rest',
    'GET /walkers~GET /opinions~GET /walks~GET /@~HEAD /walkers~POST /walkers~POST /opinions~POST /user_walkers~PATCH /walkers~PUT /walkers~DELETE /opinions~POST /rpc/@~GET /rpc/@~GET /@/@~GET /walkers?select=@&~GET /walkers?or=@&~GET /walkers?select=opinions(@)&~GET /walkers?name=eq.@&~GET /walkers?id=@&~GET /walkers?order=@&~GET /walks?stops=cs.@&~GET /cars?select=@&~GET /cars?years=ov.@&~GET /cars?select=data->@&~GET /cars?select=seats.sum(),@&~POST /notes~PATCH /notes?tag=eq.@&~POST /rpc/add~GET /rpc/add?a=@&~GET /rpc/total?list=@&~POST /rpc/first_of~POST /rpc/pick~GET /rpc/cars_of?owner=@&'.split(
      '~',
    ),
    restKeys,
  ],
  [
    'storage',
    'GET /bucket~POST /bucket~GET /bucket/@~PUT /bucket/@~DELETE /bucket/@~POST /bucket/@/empty~GET /object/pictures/@~GET /object/public/pictures/@~GET /object/public/@/@~GET /object/@/@~POST /object/pictures/@~PUT /object/pictures/@~POST /object/@/@~DELETE /object/pictures~DELETE /object/@/@~POST /object/list/pictures~POST /object/list/@~POST /object/list-v2/pictures~POST /object/move~POST /object/copy~POST /object/sign/pictures/@~POST /object/sign/pictures~GET /object/sign/pictures/@~POST /object/upload/sign/pictures/@~PUT /object/upload/sign/pictures/@~GET /object/info/pictures/@~HEAD /object/pictures/@~GET /render/image/public/pictures/@~GET /render/image/sign/pictures/@~PATCH /@~GET /object/authenticated/@/@'.split(
      '~',
    ),
    storageKeys,
  ],
  [
    'functions',
    'GET /accounts~POST /accounts~PATCH /accounts/@~DELETE /accounts/@~PUT /accounts~GET /@~POST /@~GET /accounts/@/@'.split(
      '~',
    ),
    ['page', 'per_page', 'email', 'password', 'role', 'user_metadata'],
  ],
  [
    'realtime',
    'POST /api/broadcast~POST /api/broadcast/@/events/@~POST /api/broadcast/@/events/@?private=@&'.split('~'),
    ['messages', 'topic', 'event', 'payload', 'private', 'persist'],
  ],
] as const;

test.each(cases)(
  '%s: whatever is sent, the answer is no failure, and a refusal has its shape',
  async (service, places, keys) => {
    await fc.assert(
      fc.asyncProperty(
        requests(places, keys),
        async ({ place, values, query, headers, authorization, body }) => {
          const [method = 'GET', pattern = '/'] = place.split(' ');
          let used = 0;
          const path = pattern.replaceAll('@', () => values[used++] ?? '');
          const search = query.map(([key, value]) => `${encodeURIComponent(key)}=${value}`).join('&');
          const address = `/${service}/v1${path}${path.includes('?') ? '' : '?'}${search}`;
          const hasBody = method !== 'GET' && method !== 'HEAD';
          const answer = await call(address, {
            method,
            headers: {
              // Some of the places are in the suite's own schema.
              ...(service === 'rest' && pattern.match(/cars|notes|rpc/) && wireSchema),
              ...headers,
              ...(authorization !== '' && { authorization }),
            },
            ...(hasBody && { body: body as string | Uint8Array<ArrayBuffer> }),
          });
          await check(service, answer, method === 'HEAD');
        },
      ),
      { numRuns: 250 },
    );
  },
);
