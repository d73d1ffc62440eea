import { test } from 'vitest';
import { expectLinearForAll } from '../../testing/linear.ts';
import { parseCsv } from './csv.ts';
import { parseFilter, parseLogic } from './filter.ts';
import { parseAccept, parseContentType } from './media.ts';
import { parseOrder } from './order.ts';
import { bodyText, parseForm, parseRows } from './payload.ts';
import { parsePreferences } from './preferences.ts';
import { parseQuery } from './query.ts';
import { parseRequest } from './request.ts';
import { parseNames } from './scanner.ts';
import { parseSelect } from './select.ts';

const field = { name: 'a', path: [] };
const request = { method: 'GET', path: '/a', search: '', headers: new Headers(), body: '', maxValues: 1e9 };
const rows = (bodyType: 'json' | 'csv' | 'form') => (body: string) =>
  parseRows({ bodyType, body, maxValues: 1e9 }, true);

const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  query: (text) => parseQuery(text, true),
  'query of a table': (text) => parseQuery(text, false),
  filter: (text) => parseFilter(field, text),
  'filter list': (text) => parseFilter(field, `in.(${text}`),
  'logic tree': (text) => parseLogic('or', false, `(a.eq.${text}`),
  'logic field': (text) => parseLogic('or', false, `(${text}`),
  select: parseSelect,
  order: parseOrder,
  columns: (text) => parseNames('columns parameter', text),
  Accept: parseAccept,
  'Content-Type': parseContentType,
  Prefer: parsePreferences,
  Range: (text) =>
    parseRequest({ ...request, headers: new Headers({ range: text.replaceAll(/[^!-~]/g, ' ') }) }, [
      'public',
    ]),
  path: (text) => parseRequest({ ...request, path: `/${text}` }, ['public']),
  'CSV rows': rows('csv'),
  'CSV text': (text) => parseCsv(text, 1e9),
  JSON: rows('json'),
  'JSON string': (text) => rows('json')(`{"a":"${text}`),
  form: parseForm,
  body: (text) => bodyText(Buffer.from(text)),
};

test.each(Object.entries(parsers))('V7: %s is parsed in linear time, whatever is repeated', (name, parse) => {
  expectLinearForAll(name, parse);
});
