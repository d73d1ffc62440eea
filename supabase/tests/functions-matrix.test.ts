import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actors, createActors, type Actor, type Actors } from '../../server/testing/actors.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { differences, readExpectations, type Expectation } from '../../server/testing/expectations.ts';

/** Compares every caller's permissions on every function of `functions/v1` with `functions.expected.md`. */
const expectations = await readExpectations(join(import.meta.dirname, 'functions.expected.md'));
const subjects = [...new Set(expectations.map(({ about }) => about))];

let server: ProductApp;
let everybody: Actors;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
  everybody = await createActors(server);
});
afterAll(() => server[Symbol.asyncDispose]());

const fill = (text: string) =>
  text.replaceAll('{diego}', everybody.userId('diego')).replaceAll('{new}', randomUUID());

async function ask(actor: Actor, method: string, path: string, body?: string): Promise<string> {
  const response = await everybody.request(actor, `/functions/v1/${fill(path)}`, {
    method,
    ...(body !== undefined && { body: fill(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  if (response.ok) return String(response.status);
  return `${response.status} ${(JSON.parse(text) as { code: string }).code}`;
}

const outcome = ({ method, path, body }: Expectation, actor: string) =>
  ask(actor as Actor, method, path, body);

test.each(subjects)('R1 %s: everybody may do what is written down, and nothing else', async (subject) => {
  const own = expectations.filter(({ about }) => about === subject);
  for (const { outcomes } of own) expect([...outcomes.keys()]).toEqual([...actors]);
  expect(await differences(own, outcome)).toEqual([]);
});

test('R1 every function has its rows', () => {
  const found = globSync('*/index.ts', { cwd: join(import.meta.dirname, '../functions') });
  expect(found.map((file) => dirname(file)).sort()).toEqual(subjects);
});

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
  'R1 a function takes %s only where it has a row, at its own address and below it',
  async (method) => {
    for (const subject of subjects)
      for (const path of [subject, `${subject}/{new}`, `${subject}/audit`, `${subject}/audit/{new}`]) {
        const shape = path.replaceAll('{new}', '{}');
        const isWritten = expectations.some(
          (each) =>
            each.method === method && each.path.replace(/\?.*/, '').replaceAll(/\{\w+\}/g, '{}') === shape,
        );
        if (isWritten) continue;
        const refused = await ask('carla', method, path, method === 'GET' ? undefined : '{}');
        expect([method, path, refused]).toEqual([
          method,
          path,
          expect.stringMatching(/^(405 method_not_allowed|404 not_found|400 validation_failed)$/),
        ]);
      }
  },
);
