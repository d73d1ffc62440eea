import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

/**
 * What each actor may do with each table of the product, over HTTP with real tokens. Diego and Elena are drivers, Nora
 * has an account and no record, Carla is the administrator. Every row starts from the same data: Diego's and Elena's
 * record, link and one review each, and the seeded routes.
 */
type Actor = 'anon' | 'nora' | 'diego' | 'elena' | 'carla' | 'service';
type Verb = 'select' | 'insert' | 'update' | 'delete';

interface Scenario {
  readonly actor: Actor;
  readonly verb: Verb;
  readonly what: string;
  /** Below `/rest/v1/`; names in braces are filled in. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Rows seen or touched, or the status and code of the refusal. */
  readonly expected: number | string;
}

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const noRight = '403 42501';
const nobody = '401 42501';

/** The scenarios of a table: actors down, verbs across. */
function table(
  name: string,
  what: Readonly<Record<Verb, Pick<Scenario, 'path' | 'body'>>>,
  rows: readonly (readonly [Actor, number | string, number | string, number | string, number | string])[],
): readonly Scenario[] {
  const verbs = ['select', 'insert', 'update', 'delete'] as const;
  return rows.flatMap(([actor, ...outcomes]) =>
    verbs.map((verb, index) => ({ actor, verb, what: name, ...what[verb], expected: outcomes[index]! })),
  );
}

const newDriver = { name: 'Nueva', license_plate: 'NNNN99', driver_code: 'N-1', contact: '+56911111111' };
const matrix: readonly Scenario[] = [
  ...table(
    'drivers',
    {
      select: { path: 'drivers?select=*' },
      insert: { path: 'drivers', body: { ...newDriver, created_by: '{self}' } },
      update: { path: 'drivers?id=eq.{diegoDriver}', body: { contact: '+56922222222' } },
      delete: { path: 'drivers?id=eq.{diegoDriver}' },
    },
    [
      ['anon', nobody, nobody, nobody, nobody],
      ['nora', 0, 1, 0, 0],
      ['diego', 1, '409 23505', 0, 0],
      ['elena', 1, '409 23505', 0, 0],
      ['carla', 2, 1, 1, 1],
      ['service', 2, 1, 1, 1],
    ],
  ),
  ...table(
    'user_drivers',
    {
      select: { path: 'user_drivers?select=*' },
      insert: { path: 'user_drivers', body: { user_id: '{self}', driver_id: '{diegoDriver}' } },
      update: { path: 'user_drivers?user_id=eq.{diego}', body: { driver_id: '{elenaDriver}' } },
      delete: { path: 'user_drivers?user_id=eq.{diego}' },
    },
    [
      ['anon', nobody, nobody, nobody, nobody],
      ['nora', 0, noRight, 0, 0],
      ['diego', 1, '409 23505', 0, 0],
      ['elena', 1, noRight, 0, 0],
      ['carla', 2, 1, 1, 1],
      ['service', 2, 1, 1, 1],
    ],
  ),
  ...table(
    'reviews',
    {
      select: { path: 'reviews?select=*' },
      insert: {
        path: 'reviews',
        body: { driver_id: '{diegoDriver}', rating: 5, user_name: 'Anonymous', comment: 'No comment' },
      },
      update: { path: 'reviews?driver_id=eq.{diegoDriver}', body: { comment: 'changed' } },
      delete: { path: 'reviews?driver_id=eq.{diegoDriver}' },
    },
    [
      ['anon', nobody, nobody, nobody, nobody],
      ['nora', 0, noRight, 0, 0],
      ['diego', 1, 1, 0, 0],
      ['elena', 1, noRight, 0, 0],
      ['carla', 2, noRight, 1, 1],
      ['service', 2, 1, 1, 1],
    ],
  ),
  ...table(
    'time_based_routes',
    {
      select: { path: 'time_based_routes?select=*' },
      insert: { path: 'time_based_routes', body: { name: 'Valle', duration: '3hours' } },
      update: { path: 'time_based_routes?duration=eq.3hours', body: { taxiTime: '4 horas' } },
      delete: { path: 'time_based_routes?duration=eq.3hours' },
    },
    [
      ['anon', 2, nobody, nobody, nobody],
      ['nora', 2, noRight, 0, 0],
      ['diego', 2, noRight, 0, 0],
      ['elena', 2, noRight, 0, 0],
      ['carla', 2, 1, 1, 1],
      ['service', 2, 1, 1, 1],
    ],
  ),
];

const drivers = (changes: object): Scenario['body'] => ({ ...newDriver, created_by: '{self}', ...changes });
const review = (changes: object): Scenario['body'] => ({ driver_id: '{diegoDriver}', rating: 5, ...changes });
const forgeries: readonly Scenario[] = [
  [
    'nora',
    'insert',
    'a driver in the name of somebody else',
    'drivers',
    drivers({ created_by: '{diego}' }),
    noRight,
  ],
  ['nora', 'insert', 'a driver that belongs to nobody', 'drivers', drivers({ created_by: null }), noRight],
  ['nora', 'insert', 'a driver with an id of her own', 'drivers', drivers({ id: '{new}' }), noRight],
  [
    'nora',
    'insert',
    'a driver with a rating',
    'drivers',
    drivers({ review_count: 9, rating_total: 45 }),
    noRight,
  ],
  [
    'nora',
    'insert',
    'a plate that exists, in other writing',
    'drivers',
    drivers({ license_plate: 'dd·dd-11' }),
    '409 23505',
  ],
  ['nora', 'insert', 'a phone of 8 digits', 'drivers', drivers({ contact: '12345678' }), '400 23514'],
  ['nora', 'insert', 'a phone with letters', 'drivers', drivers({ contact: '+5691234abcd' }), '400 23514'],
  ['nora', 'insert', 'a phone in Arabic digits', 'drivers', drivers({ contact: '٠١٢٣٤٥٦٧٨٩' }), '400 23514'],
  [
    'nora',
    'insert',
    'a link to a driver of somebody else',
    'user_drivers',
    { user_id: '{nora}', driver_id: '{diegoDriver}' },
    noRight,
  ],
  [
    'nora',
    'insert',
    'a link of somebody else',
    'user_drivers',
    { user_id: '{diego}', driver_id: '{diegoDriver}' },
    noRight,
  ],
  [
    'diego',
    'insert',
    'a second link',
    'user_drivers',
    { user_id: '{diego}', driver_id: '{diegoDriver}' },
    '409 23505',
  ],
  ['diego', 'update', 'the record of another driver', 'drivers?id=eq.{elenaDriver}', { name: 'X' }, 0],
  ['diego', 'update', 'his own owner', 'drivers?id=eq.{diegoDriver}', { created_by: '{elena}' }, noRight],
  ['diego', 'update', 'his own id', 'drivers?id=eq.{diegoDriver}', { id: '{new}' }, noRight],
  ['carla', 'update', 'the id of a driver', 'drivers?id=eq.{diegoDriver}', { id: '{new}' }, noRight],
  ['carla', 'update', 'the rating of a review', 'reviews?driver_id=eq.{diegoDriver}', { rating: 1 }, noRight],
  ['diego', 'select', 'another driver by id', 'drivers?id=eq.{elenaDriver}', undefined, 0],
  ['diego', 'select', 'the reviews of another driver', 'reviews?driver_id=eq.{elenaDriver}', undefined, 0],
  [
    'diego',
    'select',
    'a contact by guessing',
    'drivers?select=id&contact=like.*5678&name=eq.elena',
    undefined,
    0,
  ],
  ['anon', 'select', 'drivers ordered by contact', 'drivers?select=name&order=contact', undefined, nobody],
  [
    'diego',
    'insert',
    'a review for another driver',
    'reviews',
    review({ driver_id: '{elenaDriver}' }),
    noRight,
  ],
  ['diego', 'insert', 'a review for nobody', 'reviews', review({ driver_id: null }), noRight],
  ['diego', 'insert', 'a review with an id of its own', 'reviews', review({ id: '{new}' }), noRight],
  ['diego', 'insert', 'a review of yesterday', 'reviews', review({ created_at: '2020-01-01' }), noRight],
  ['diego', 'insert', 'a review with its key', 'reviews', review({ idempotency_key: '{new}' }), 1],
  ['diego', 'insert', 'a key that is none', 'reviews', review({ idempotency_key: 'key' }), '400 22P02'],
  [
    'carla',
    'update',
    'the key of a review',
    'reviews?driver_id=eq.{diegoDriver}',
    { idempotency_key: '{new}' },
    noRight,
  ],
  [
    'nora',
    'insert',
    'a driver with a verification code of her own',
    'drivers',
    drivers({ verification_code: 'NORA' }),
    noRight,
  ],
  [
    'carla',
    'update',
    'a verification code',
    'drivers?id=eq.{diegoDriver}',
    { verification_code: 'CARLA' },
    noRight,
  ],
  ['diego', 'select', 'the keys that sign', 'signing_keys', undefined, '404 PGRST205'],
  ['diego', 'insert', 'a rating of 0', 'reviews', review({ rating: 0 }), '400 23514'],
  ['diego', 'insert', 'a rating of 6', 'reviews', review({ rating: 6 }), '400 23514'],
  ['diego', 'insert', 'a rating of 4.5', 'reviews', review({ rating: 4.5 }), '400 22P02'],
  ['diego', 'insert', 'no rating', 'reviews', review({ rating: null }), '400 23502'],
  ['diego', 'insert', "a rating of 5'", 'reviews', review({ rating: "5'" }), '400 22P02'],
  ['diego', 'insert', 'a rating as text', 'reviews', review({ rating: '5' }), 1],
].map(
  ([actor, verb, what, path, body, expected]) => ({ actor, verb, what, path, body, expected }) as Scenario,
);

/** Puts the data back to the start, ids included. */
async function reset(): Promise<void> {
  const { db } = server.context;
  const [diego, elena] = [server.as('diego'), server.as('elena')];
  await db.transaction(async (transaction) => {
    await transaction.query('delete from reviews');
    await transaction.query('delete from drivers where id <> all ($1)', [[diego.driverId, elena.driverId]]);
    for (const [person, plate] of [
      [diego, 'DDDD11'],
      [elena, 'EEEE22'],
    ] as const) {
      await transaction.query(
        `insert into drivers (id, name, license_plate, driver_code, contact, created_by)
         values ($1, $2, $3, $4, '+56912345678', $5)
         on conflict (id) do update set contact = excluded.contact, created_by = excluded.created_by`,
        [person.driverId, person.email.split('@')[0], plate, `C-${plate}`, person.userId],
      );
      await transaction.query(
        `insert into user_drivers values ($1, $2) on conflict (user_id) do update set driver_id = excluded.driver_id`,
        [person.userId, person.driverId],
      );
      await transaction.query('insert into reviews (driver_id, rating) values ($1, 4)', [person.driverId]);
    }
    await transaction.query('delete from user_drivers where user_id <> all ($1)', [
      [diego.userId, elena.userId],
    ]);
    await transaction.query('delete from time_based_routes');
    await transaction.query(
      `insert into time_based_routes (name, duration) values ('Santiago', '3hours'), ('Todo el día', 'fullday')`,
    );
  });
}

function fill(text: string, actor: Actor): string {
  const self = actor === 'anon' || actor === 'service' ? server.as('nora').userId : server.as(actor).userId;
  const names: Readonly<Record<string, string | undefined>> = {
    self,
    new: randomUUID(),
    nora: server.as('nora').userId,
    diego: server.as('diego').userId,
    elena: server.as('elena').userId,
    diegoDriver: server.as('diego').driverId,
    elenaDriver: server.as('elena').driverId,
  };
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');
}

const methods = { select: 'GET', insert: 'POST', update: 'PATCH', delete: 'DELETE' } as const;

/** Does what the scenario says: the number of rows that it saw or touched, or the refusal. */
async function outcome({ actor, verb, path, body }: Scenario): Promise<number | string> {
  const init: RequestInit = {
    method: methods[verb],
    headers: { 'content-type': 'application/json', prefer: 'count=exact' },
    ...(body && { body: fill(JSON.stringify(body), actor) }),
  };
  const url = `/rest/v1/${fill(path, actor)}`;
  const response =
    actor === 'anon'
      ? await server.request(url, init)
      : actor === 'service'
        ? await server.service(url, init)
        : await server.as(actor).request(url, init);
  if (response.ok) return Number(response.headers.get('content-range')?.split('/')[1]);
  return `${response.status} ${((await response.json()) as { code: string }).code}`;
}

test.each(matrix)('$what: $actor may $verb → $expected', async (scenario) => {
  await reset();
  expect(await outcome(scenario)).toBe(scenario.expected);
});

test.each(forgeries)('$actor $verb $what → $expected', async (scenario) => {
  await reset();
  expect(await outcome(scenario)).toBe(scenario.expected);
});

test('every table of the product has its rows in the matrix', async () => {
  const tables = await server.context.db.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p', 'v', 'm') and relnamespace = 'public'::regnamespace`,
  );
  expect(tables.map(({ name }) => name).sort()).toEqual([...new Set(matrix.map(({ what }) => what))].sort());
  expect(matrix).toHaveLength(tables.length * 6 * 4);
});

test.each([
  ['a tie goes up: 4.25 is 4.3', [4, 4, 4, 5], 4.3],
  ['4.35 is 4.4', [...Array<number>(13).fill(4), ...Array<number>(7).fill(5)], 4.4],
  ['one review is its own average', [3], 3],
])('the average rating of a driver is kept: %s', async (_, ratings, average) => {
  await reset();
  const diego = server.as('diego');
  await server.context.db.query('delete from reviews');
  const reviews = ratings.map((rating) => ({ driver_id: diego.driverId, rating }));
  const inserted = await diego.request('/rest/v1/reviews', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(reviews),
  });
  expect(inserted.status).toBe(201);
  const response = await diego.request('/rest/v1/drivers?select=average_rating,review_count');
  expect(await response.json()).toEqual([{ average_rating: average, review_count: ratings.length }]);
});
