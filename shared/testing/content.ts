import fc from 'fast-check';
import type { Content } from '../content/content.ts';
import { findProblems } from '../content/problems.ts';
import { languages } from '../languages.ts';
import firstRelease from '../content/release-1.json' with { type: 'json' };

/** The first release, as every installation begins. */
export function readFirstRelease(): Content {
  return structuredClone(firstRelease) as unknown as Content;
}

/** Text of so many letters that hardly compresses, another for each seed. */
function noise(length: number, seed: number): string {
  let [state, text] = [seed, ''];
  while (text.length < length) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    text += state.toString(36);
  }
  return text.slice(0, length);
}

/** The first release with as many long places as the largest document has room for. */
export function readLargestRelease(): Content {
  const first = readFirstRelease();
  let seed = 0;
  const words = (length: number) => {
    const [es, text] = [noise(length, (seed += 1)), noise(length, (seed += 1))];
    const translated = { text, of: es };
    return { es, en: translated, fr: translated, pt: translated, de: translated };
  };
  const places = first.places.slice(0, 1).flatMap((place) =>
    Array.from({ length: 250 }, (_, index) => ({
      ...place,
      id: `long-${index}`,
      name: words(100),
      description: words(800),
      hours: words(120),
      alt: words(200),
    })),
  );
  const largest = (count: number): Content => ({
    ...first,
    places: [...first.places, ...places.slice(0, count)],
  });
  let [fits, tooMany] = [0, places.length];
  while (tooMany - fits > 1) {
    const half = Math.floor((fits + tooMany) / 2);
    if (findProblems(largest(half)).length === 0) fits = half;
    else tooMany = half;
  }
  return largest(fits);
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Values at and around the limits of the shapes, and of every type. */
const anything = fc.oneof(
  fc.constantFrom<Json>(null, true, false, [], {}, '', ' ', '\t', '\u0007', '\u0085', 'Ñandú 🚕', '<b>x</b>'),
  fc.constantFrom<Json>('2026-02-29', '2028-02-29', '2026-02-30', '1999-01-01', '2026-13-01', '2026-12-31'),
  fc.constantFrom<Json>('2026-12-31T08:00', '2026-12-31T00:00', '2026-02-30T08:00', '22:00', '24:00'),
  fc.constantFrom<Json>(
    'https://example.com/{query}',
    'http://example.com',
    'javascript:alert(1)',
    'https://a@b.cl',
  ),
  fc.constantFrom<Json>(
    '+56 9 1234 5678',
    '987654321',
    '+98 7654321',
    '76.543.210-3',
    '76.543.210-4',
    '12',
    'a@b',
    'santiago',
    'gps',
    '3hours',
    'a/b.jpg',
    '../b.jpg',
    'constructor',
  ),
  fc.constantFrom<Json>(-1, 0, 1, 1.5, 1440, 1441, 10_000_000, 10_000_001, 1e21),
  fc.nat({ max: 1001 }).map((length) => 'é'.repeat(length)),
  fc.record({
    kind: fc.constantFrom('free', 'fixed', 'perRide', 'gate', 'constructor'),
    pesos: fc.nat(),
    lowest: fc.nat(),
    highest: fc.nat(),
  }),
  fc.record({ es: fc.string(), en: fc.record({ text: fc.string(), of: fc.string() }) }),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);
const fields = fc.constantFrom(
  'id',
  'kind',
  'validFrom',
  'validUntil',
  'nightHours',
  'included',
  'night',
  'of',
  'unknown',
  '__proto__',
  ...languages,
);
const edit = fc.record({
  /** Which part of the document, of those that there are at each level. */
  steps: fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 8 }),
  how: fc.constantFrom('replace', 'remove', 'add', 'repeat', 'swap', 'replace'),
  field: fields,
  value: anything,
});
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

function define(target: object, name: string, value: Json): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

function applyTo(parent: Json[] | { [name: string]: Json }, key: string, { how, field, value }: Edit): void {
  if (how === 'add') {
    const child = Array.isArray(parent) ? parent[Number(key)] : parent[key];
    if (Array.isArray(child)) child.push(value);
    else if (typeof child === 'object' && child !== null) define(child, field, value);
    return;
  }
  if (!Array.isArray(parent)) {
    if (how === 'remove') delete parent[key];
    else define(parent, key, value);
    return;
  }
  const index = Number(key);
  const item = parent[index]!;
  if (how === 'remove') parent.splice(index, 1);
  else if (how === 'repeat') parent.splice(index, 0, structuredClone(item));
  else if (how === 'swap') parent.push(...parent.splice(index, 1));
  else parent[index] = value;
}

function mutate(document: Json, change: Edit): void {
  let parent = document;
  for (const [depth, step] of change.steps.entries()) {
    if (typeof parent !== 'object' || parent === null) return;
    const keys = Object.keys(parent);
    const key = keys[step % Math.max(1, keys.length)];
    if (key === undefined) return;
    const child: Json | undefined = Array.isArray(parent) ? parent[Number(key)] : parent[key];
    const isLast = depth === change.steps.length - 1 || typeof child !== 'object' || child === null;
    if (isLast) return applyTo(parent, key, change);
    parent = child;
  }
}

/** Documents that differ from the given one in up to six places, as JSON can hold them. */
export function mutated(document: Content): fc.Arbitrary<unknown> {
  return fc.array(edit, { minLength: 1, maxLength: 6 }).map((edits) => {
    const copy = structuredClone(document) as unknown as Json;
    for (const each of edits) mutate(copy, each);
    return JSON.parse(JSON.stringify(copy)) as unknown;
  });
}
