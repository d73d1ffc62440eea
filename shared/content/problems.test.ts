import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Content } from './content.ts';
import { findProblems } from './problems.ts';
import { mutated, readFirstRelease } from '../testing/content.ts';
import { waitingMinutesOf } from './waiting.ts';

const first = readFirstRelease();
const [route] = first.routes;
const [place] = first.places;

/** The first release with one part replaced. */
function withPart<Part extends keyof Content>(part: Part, value: unknown): unknown {
  return { ...first, [part]: value };
}

test('the first release has no problems', () => {
  expect(findProblems(first)).toEqual([]);
});

test.each([undefined, null, [], 'text', 1, Symbol('s'), () => 1])('%s is no document', (value) => {
  expect(findProblems(value)).toEqual([{ path: [], code: 'wrong_type' }]);
});

test('a document that refers to itself is none', () => {
  const content: Record<string, unknown> = { ...first };
  content['notice'] = content;
  expect(findProblems(content)).toEqual([{ path: [], code: 'wrong_type' }]);
});

test.each(['format', 'company', 'claims', 'policy'])('without %s it is not complete', (field) => {
  const { [field as 'format']: _, ...others } = first;
  expect(findProblems(others)).toEqual([{ path: [field], code: 'required' }]);
});

test.each(['unknown', '__proto__', 'constructor'])('an unknown field %s is a problem', (name) => {
  const content = JSON.parse(`{"${name}": 1, ${JSON.stringify(first).slice(1)}`) as unknown;
  expect(findProblems(content)).toEqual([{ path: [name], code: 'unknown_field' }]);
});

describe('limits', () => {
  const routes = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...route, id: `r-${index}` }));
  const priced = (pesos: unknown) => [{ ...route, prices: [{ pesos }] }];
  const named = (es: string) => [{ ...route, name: { es } }];
  const path = ['routes', 0, 'prices', 0, 'pesos'];

  test.each([
    ['60 routes', routes(60), []],
    ['61 routes', routes(61), [{ path: ['routes'], code: 'too_many', limit: 60 }]],
    ['0 pesos', priced(0), []],
    ['the highest price', priced(10_000_000), []],
    ['a higher price', priced(10_000_001), [{ path, code: 'too_large', limit: 10_000_000 }]],
    ['a negative price', priced(-1), [{ path, code: 'too_small', limit: 0 }]],
    ['centavos', priced(1.5), [{ path, code: 'wrong_type' }]],
    ['a price as text', priced('15000'), [{ path, code: 'wrong_type' }]],
    ['60 characters', named('🚕'.repeat(60)), []],
    [
      '61 characters',
      named('🚕'.repeat(61)),
      [{ path: ['routes', 0, 'name', 'es'], code: 'too_long', limit: 60 }],
    ],
    ['no text', named(' \n'), [{ path: ['routes', 0, 'name', 'es'], code: 'empty' }]],
    [
      'a control character',
      named('\u0007'),
      [{ path: ['routes', 0, 'name', 'es'], code: 'wrong_characters' }],
    ],
    ['half a character', named('\ud83d'), [{ path: ['routes', 0, 'name', 'es'], code: 'wrong_characters' }]],
    ['markup, which is shown as text', named('<b>Centro</b>'), []],
    ['the same id twice', [route, route], [{ path: ['routes', 1, 'id'], code: 'duplicate' }]],
  ])('%s', (_what, value, problems) => {
    expect(findProblems(withPart('routes', value))).toEqual(problems);
  });

  test('a document has at most 2 MB, as PostgreSQL writes it', () => {
    const padded = (size: number) => ({ ...first, notice: 'x'.repeat(size) });
    const [tooMany, tooLarge] = [padded(1_000_000), padded(2_000_000)];
    expect(findProblems(tooMany)).toEqual([{ path: ['notice'], code: 'wrong_type' }]);
    expect(findProblems(tooLarge)).toEqual([{ path: [], code: 'too_large', limit: 2_000_000 }]);
  });

  test('at most a hundred problems are listed', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 1]));
    expect(findProblems({ ...first, ...many })).toHaveLength(100);
  });
});

test('a draft may lack texts, however many, but nothing else', () => {
  const places = first.places.map((each) => ({
    ...each,
    name: { es: '' },
    hours: { es: ' ' },
    alt: { es: '\n' },
  }));
  const unfinished = { ...first, places };
  expect(findProblems(unfinished)).toHaveLength(100);
  expect(findProblems(unfinished, true)).toEqual([]);
  const wrong = findProblems({ ...unfinished, extra: 1 }, true);
  expect(wrong).toEqual([{ path: ['extra'], code: 'unknown_field' }]);
});

describe('days', () => {
  const prices = (...list: object[]) => withPart('routes', [{ ...route, prices: list }]);
  const path = (index: number, field: string) => ['routes', 0, 'prices', index, field];

  test.each([
    ['2028-02-29', []],
    ['2026-02-29', [{ path: path(0, 'validFrom'), code: 'wrong_format' }]],
    ['2026-2-9', [{ path: path(0, 'validFrom'), code: 'wrong_format' }]],
    [20_260_209, [{ path: path(0, 'validFrom'), code: 'wrong_type' }]],
  ])('%s', (validFrom, problems) => {
    expect(findProblems(prices({ pesos: 1, validFrom }))).toEqual(problems);
  });

  test.each([
    ['2026-12-01T08:30', []],
    ['2026-12-01T24:00', [{ path: path(0, 'validFrom'), code: 'wrong_format' }]],
    // A day has one way to be written.
    ['2026-12-01T00:00', [{ path: path(0, 'validFrom'), code: 'wrong_format' }]],
    ['2026-02-30T08:30', [{ path: path(0, 'validFrom'), code: 'wrong_format' }]],
  ])('a price begins at %s', (validFrom, problems) => {
    expect(findProblems(prices({ pesos: 1, validFrom }))).toEqual(problems);
  });

  test.each([
    ['2026-12-01T08:30', '2026-12-01', undefined],
    ['2026-12-01T08:30', '2026-12-01T08:31', undefined],
    ['2026-12-01T08:30', '2026-12-01T08:30', 'out_of_order'],
    ['2026-12-01T08:30', '2026-12-01T00:00', 'out_of_order'],
    ['2026-12-01T08:30', '2026-12-02T00:00', undefined],
    ['2026-12-01', '2026-12-01T00:00', 'out_of_order'],
    ['2026-12-01', '2026-12-01T00:01', undefined],
    ['2026-12-01', '2026-12-01T24:00', 'wrong_format'],
    ['2026-12-01', '2027-02-29T08:30', 'wrong_format'],
  ])('a price from %s until %s: %s', (validFrom, validUntil, code) => {
    const found = findProblems(prices({ pesos: 1, validFrom, validUntil }));
    expect(found).toEqual(code ? [{ path: path(0, 'validUntil'), code }] : []);
  });

  test('a price may follow another after a minute', () => {
    const begun = { pesos: 1, validFrom: '2026-12-01T08:30' };
    const later = { pesos: 2, validFrom: '2026-12-01T08:31' };
    expect(findProblems(prices(begun, later))).toEqual([]);
    expect(findProblems(prices(later, begun))).toEqual([
      { path: path(1, 'validFrom'), code: 'out_of_order' },
    ]);
  });

  test('a price does not end before it begins', () => {
    const wrong = { pesos: 1, validFrom: '2026-12-02', validUntil: '2026-12-01' };
    expect(findProblems(prices(wrong))).toEqual([{ path: path(0, 'validUntil'), code: 'out_of_order' }]);
    expect(findProblems(prices({ ...wrong, validUntil: '2026-12-02' }))).toEqual([]);
  });

  test('prices follow each other', () => {
    const [earlier, later] = [
      { pesos: 1, validFrom: '2026-12-01' },
      { pesos: 2, validFrom: '2026-12-02' },
    ];
    expect(findProblems(prices({ pesos: 1 }, earlier, later))).toEqual([]);
    const outOfOrder = [{ path: path(1, 'validFrom'), code: 'out_of_order' }];
    for (const wrong of [prices(later, earlier), prices(earlier, earlier), prices(earlier, { pesos: 1 })])
      expect(findProblems(wrong)).toEqual(outOfOrder);
  });
});

test.each([
  ['https://www.google.com/maps/search/?api=1&query={query}', true],
  ['https://wa.me/56912345678', true],
  ['https://maps.example.cl:8443', true],
  ['http://maps.example.cl', false],
  ['javascript:alert(1)', false],
  ['https://wa.me@attacker.example/', false],
  ['https://wa.me\\@attacker.example/', false],
  ['//maps.example.cl', false],
])('the link %s is allowed: %s', (mapsUrl, isAllowed) => {
  const found = findProblems(withPart('company', { ...first.company, mapsUrl }));
  expect(found).toEqual(isAllowed ? [] : [{ path: ['company', 'mapsUrl'], code: 'wrong_format' }]);
});

test('a place names a city, a category and a picture that there are', () => {
  const lost = { ...place, city: 'arica', category: 'beaches', picture: 'gone' };
  const codes = findProblems(withPart('places', [lost])).map(({ path, code }) => [path.at(-1), code]);
  expect(codes).toEqual([
    ['city', 'unknown_reference'],
    ['category', 'unknown_reference'],
    ['picture', 'unknown_reference'],
  ]);
});

test.each([
  [{ kind: 'free' }, []],
  [{ kind: 'perRide', lowest: 100, highest: 300 }, []],
  [{ kind: 'perRide', lowest: 300, highest: 100 }, [{ path: ['highest'], code: 'out_of_order' }]],
  [{ kind: 'free', pesos: 1 }, [{ path: ['pesos'], code: 'unknown_field' }]],
  [{ kind: 'fixed' }, [{ path: ['pesos'], code: 'required' }]],
  [{ kind: 'constructor' }, [{ path: ['kind'], code: 'wrong_choice' }]],
  [{}, [{ path: ['kind'], code: 'required' }]],
])('a fee %j', (fee, problems) => {
  const found = findProblems(withPart('places', [{ ...place, fee }]));
  expect(found.map((problem) => ({ ...problem, path: problem.path.slice(3) }))).toEqual(problems);
});

test('it never throws, whatever it is given', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), mutated(first)), (value) => void findProblems(value)),
    {
      numRuns: 100,
    },
  );
});

test('fields that no shape has are found anywhere', () => {
  const unknown = fc.stringMatching(/^x[a-z]{1,8}$/);
  fc.assert(
    fc.property(unknown, fc.nat(), (name, number) => {
      const items = [first.airport.facts, first.claims, first.routes, first.tours, first.places] as const;
      const item = items[number % items.length]![0] as unknown as Record<string, unknown>;
      item[name] = number;
      const codes = findProblems(first).map(({ code }) => code);
      delete item[name];
      expect(codes).toEqual(['unknown_field']);
    }),
    { numRuns: 50 },
  );
});

describe('facts of the company', () => {
  const withFacts = (facts: object) => ({ ...first, company: { ...first.company, ...facts } });
  const included = { tolls: true, parking: false, childSeat: false };

  test('all of them are optional, and a company may state all', () => {
    const facts = {
      logo: { path: 'a.jpg', icon: 'b.jpg' },
      nightHours: { from: '22:00', to: '06:00' },
      included: { ...included, waitMinutes: 15, bags: 2, other: { es: 'Agua sin costo' } },
      cards: false,
      receipt: 'whatsapp',
      waitingMinutes: { airport: 90, elsewhere: 10 },
    };
    expect(findProblems(withFacts(facts))).toEqual([]);
  });

  test.each([
    [{ nightHours: { from: '22:00', to: '24:00' } }, ['company', 'nightHours', 'to'], 'wrong_format'],
    [{ nightHours: { from: '22:00', to: '' } }, ['company', 'nightHours', 'to'], 'empty'],
    [{ included: { ...included, bags: 0 } }, ['company', 'included', 'bags'], 'too_small'],
    [{ logo: { path: '../a.jpg', icon: 'b.jpg' } }, ['company', 'logo', 'path'], 'wrong_format'],
    [{ receipt: 'fax' }, ['company', 'receipt'], 'wrong_choice'],
    [{ waitingMinutes: { airport: 60 } }, ['company', 'waitingMinutes', 'elsewhere'], 'required'],
    [
      { waitingMinutes: { airport: 0, elsewhere: 15 } },
      ['company', 'waitingMinutes', 'airport'],
      'too_small',
    ],
  ])('%j is refused', (facts, path, code) => {
    expect(findProblems(withFacts(facts))).toMatchObject([{ path, code }]);
  });
});

test('a driver waits 60 minutes at the airport and 15 elsewhere, unless the company says otherwise', () => {
  expect(waitingMinutesOf(first.company)).toEqual({ airport: 60, elsewhere: 15 });
  const waitingMinutes = { airport: 90, elsewhere: 10 };
  expect(waitingMinutesOf({ ...first.company, waitingMinutes })).toEqual(waitingMinutes);
});

describe('meeting points', () => {
  const point = { id: 't2', name: { es: 'Terminal 2' }, text: { es: 'En la salida, con un letrero.' } };
  const points = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...point, id: `p-${index}` }));
  const path = (index: number, ...fields: readonly string[]) => ['meetingPoints', index, ...fields];

  test.each([
    ['none', [], []],
    ['ten', points(10), []],
    ['eleven', points(11), [{ path: ['meetingPoints'], code: 'too_many', limit: 10 }]],
    ['the same twice', [point, point], [{ path: path(1, 'id'), code: 'duplicate' }]],
    [
      'a picture that is gone',
      [{ ...point, picture: 'gone' }],
      [{ path: path(0, 'picture'), code: 'unknown_reference' }],
    ],
    [
      '61 characters',
      [{ ...point, name: { es: 'x'.repeat(61) } }],
      [{ path: path(0, 'name', 'es'), code: 'too_long', limit: 60 }],
    ],
    [
      'a text of 301',
      [{ ...point, text: { es: 'x'.repeat(301) } }],
      [{ path: path(0, 'text', 'es'), code: 'too_long', limit: 300 }],
    ],
  ])('%s', (_what, meetingPoints, problems) => {
    expect(findProblems({ ...first, meetingPoints })).toEqual(problems);
  });
});
