import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { contactOf, isInternational } from '../../shared/chile/contact.ts';
import { phoneOf } from '../../shared/chile/phone.ts';
import { normalizePlate } from '../../shared/chile/plate-reading.ts';
import { readRut } from '../../shared/chile/rut.ts';
import { phones, plates, ruts } from '../../shared/testing/chile.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

/** The results of both readers for each text; PostgreSQL holds no NUL and no half of a surrogate pair. */
const inTypeScript = (text: string) => ({
  phone: phoneOf(text),
  contact: contactOf(text) || null,
  isPhone: isInternational(text),
  plate: normalizePlate(text),
  rut: ((reading) => (reading.kind === 'rut' ? reading.rut : null))(readRut(text)),
});

async function inSql(texts: readonly string[]): Promise<readonly unknown[]> {
  return server.context.db.query(
    `select private.phone_of(t) as phone, private.contact_of(t) as contact, private.is_number('phone', t) as "isPhone",
      private.plate_of(t) as plate, private.rut_of(t) as rut
     from jsonb_array_elements_text($1) with ordinality as texts (t, place) order by place`,
    [JSON.stringify(texts)],
  );
}

test('browser and database read the same numbers, plates and RUTs', async () => {
  const texts = [
    ...phones.map(([text]) => text),
    ...plates.map(([text]) => text),
    ...ruts.map(([text]) => text),
  ];
  expect(await inSql(texts)).toEqual(texts.map(inTypeScript));
});

test('both read the same of any text', async () => {
  const digit = fc.constantFrom(...'0123456789');
  const sign = fc.constantFrom(...' .-()+/·_kK', '\u00a0', '\u202a', '–', '٣', 'ß', 'ı', 'ñ', '９');
  const beginning = fc.constantFrom('', '+', '00', '56', '+56', '0', '+56 0', '9', '2', 'wa.me/', 'tel:+');
  const numbers = fc
    .tuple(beginning, fc.array(fc.oneof({ weight: 6, arbitrary: digit }, sign), { maxLength: 18 }))
    .map(([start, rest]) => start + rest.join(''));
  const any = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0'));
  const texts = fc.array(fc.oneof(numbers, any), { minLength: 100, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(texts, async (each) => {
      expect(await inSql(each)).toEqual(each.map(inTypeScript));
    }),
    { numRuns: 20 },
  );
});
