import { parsers } from '../../backend/index.ts';
import { readPhone } from '../../shared/chile/phone-reading.ts';
import { isLanguage, languages, type Language } from '../../shared/languages.ts';

export function parseLanguage(name: string, value: string): Language {
  return isLanguage(value) ? value : parsers.refuse(name, value, `one of ${languages.join(', ')}`);
}

/** Two full hours of the day as `20-7`, or `off`. */
export function parseNightHours(name: string, value: string): string {
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(value) ?? [];
  const isNight = Number(from) < 24 && Number(to) < 24 && Number(from) !== Number(to);
  if (value !== 'off' && !isNight) parsers.refuse(name, value, 'two different hours such as 20-7, or off');
  return value;
}

/** A telephone number in E.164, or empty. Chilean numbers may lack their country code. */
export function parseTelephone(name: string, value: string): string {
  if (value === '') return '';
  const reading = readPhone(value);
  if (reading.kind === 'phone') return reading.e164;
  return parsers.refuse(name, value, 'a telephone number, such as +56912345678 or, in Chile, 912345678');
}
