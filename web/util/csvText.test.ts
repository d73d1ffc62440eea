import { expect, test } from 'vitest';
import { phoneOf } from '../../shared/chile/phone.ts';
import { writeCsv } from './csv.ts';
import { readTable } from './reading/table.ts';
import { csvNumber, csvPhone, csvTime } from './csvText.ts';

test.each([
  ['+56987654321', '(+56) 9 8765 4321'],
  ['+56221234567', '(+56) 2 2123 4567'],
  ['+5491123456789', '(+54) 91 12345 6789'],
])('the phone %s is written as %s: no formula, no rounded number, and read again', (contact, written) => {
  expect(csvPhone(contact)).toBe(written);
  expect(writeCsv([[written]])).toBe(`\uFEFF${written}\r\n`);
  const [record] = readTable(writeCsv([[written]]));
  expect(phoneOf(record!.fields[0]!)).toBe(contact);
});

test('a text that is no known number stays, and none is empty', () => {
  expect([csvPhone('123456789012345'), csvPhone(null)]).toEqual(['123456789012345', '']);
});

test('times are those of Chile, with the day in the order that no country misreads; decimals have a comma', () => {
  expect([csvTime('2026-11-25T01:05:59Z'), csvTime(null)]).toEqual(['2026-11-24 22:05', '']);
  expect([csvNumber(4.8, 1), csvNumber(12_345), csvNumber(null)]).toEqual(['4,8', '12345', '']);
});
