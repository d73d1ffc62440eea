import { expect, test } from 'vitest';
import { languages } from '../languages.ts';
import { policySections } from './policy.ts';
import { readFirstRelease } from '../testing/content.ts';
import { stateOf, type Words } from './words.ts';

const first = readFirstRelease();

test('the figures of the first release', () => {
  const prices = first.routes.map(({ id, minutes, prices: [price] }) => [id, minutes, price?.pesos]);
  expect(prices).toEqual([
    ['centro', 25, 15_000],
    ['providencia', 35, 18_000],
    ['las-condes', 40, 22_000],
    ['vitacura', 45, 25_000],
  ]);
  expect(first.airport.facts.map(({ value }) => value)).toEqual([
    { kind: 'minutes', minutes: 25 },
    { kind: 'gate', gate: 5 },
    { kind: 'gate', gate: 3 },
  ]);
  expect([first.return.value, first.return.waitMinutes]).toEqual(['24/7', 15]);
  expect(first.policy).toMatchObject({ version: 1, date: '2025-03-27' });
  expect(first.policy.sections).toHaveLength(12);
});

test('no telephone number is made up', () => {
  expect([first.company.whatsappNumber, first.company.phone, first.company.email]).toEqual(['', '', '']);
  expect(policySections(first).at(-1)?.text).toContain(
    'escríbenos por los medios que publica la empresa o habla',
  );
});

test('the policy names the company and its number', () => {
  const company = { ...first.company, name: 'Transfer del Pacífico', whatsappNumber: '+56 9 8765 4321' };
  const sections = policySections({ ...first, company });
  expect(sections[0]?.items[0]).toBe(
    'Empresa («nosotros»): Transfer del Pacífico, que presta el servicio de traslados en Chile.',
  );
  expect(sections.at(-1)?.text).toBe(
    'Si tienes preguntas sobre esta política de privacidad, escríbenos por WhatsApp al +56 9 8765 4321 o habla con Transfer del Pacífico.',
  );
});

function wordsIn(value: unknown): readonly Words[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'es' in value ? [value as Words] : Object.values(value).flatMap(wordsIn);
}

test('every text of the first release is there in five languages', () => {
  const texts = wordsIn(first);
  expect(texts).toHaveLength(192);
  const missing = texts.filter((words) =>
    languages.some((language) => words.es !== '' && stateOf(words, language) !== 'done'),
  );
  expect(missing).toEqual([]);
});
