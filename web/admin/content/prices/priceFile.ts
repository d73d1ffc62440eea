import type { Content, Price, Route } from '../../../../shared/content/content.ts';
import { findProblems } from '../../../../shared/content/problems.ts';
import { isObject } from '../../../../shared/content/shape.ts';
import { parseWhole } from '../../../util/parseWhole.ts';
import { writeCsv } from '../../../util/csv.ts';
import { readRows, type FileFormat, type NumberedRow } from '../../parts/files/importFile.ts';

type PriceColumn = 'id' | 'name' | 'from' | 'until' | 'price' | 'night';
const headings: Readonly<Record<PriceColumn, string>> = {
  id: 'id',
  name: 'destino',
  from: 'desde',
  until: 'hasta',
  price: 'precio',
  night: 'noche',
};

/** Days and times as Excel in Chile writes them: 31-12-2026 08:00. */
function writeMoment(moment: string | undefined): string {
  const [day = '', time] = moment?.split('T') ?? [];
  const written = day.split('-').toReversed().join('-');
  return time === undefined ? written : `${written} ${time}`;
}

/** All prices, one in a line. The name of the route is for people: reading goes by the id. */
export function writePrices(routes: readonly Route[]): string {
  const lines = routes.flatMap(({ id, name, prices }) =>
    prices.map(({ validFrom, validUntil, pesos, night }) => [
      id,
      name.es,
      writeMoment(validFrom),
      writeMoment(validUntil),
      String(pesos),
      night === undefined ? '' : String(night),
    ]),
  );
  return writeCsv([Object.values(headings), ...lines]);
}

export interface FileProblem {
  readonly line: number;
  /** As of an import, a problem of the content, or `unknown_route`, `not_a_number` and `not_a_day`. */
  readonly code: string;
  readonly limit?: number;
}

/** As 2026-12-31; empty for no day, undefined for a text that is none. */
function readDay(text: string): string | undefined {
  const day = text.trim();
  if (day === '' || /^\d{4}-\d\d-\d\d$/.test(day)) return day;
  const [, date = '', month = '', year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(day) ?? [];
  return year && `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}

/** As 2026-12-31T08:00, a day without a time as the day alone; undefined for a text that is no moment. */
function readEnd(text: string): string | undefined {
  const [, date = '', hour = '', minute = ''] =
    /^([^\sT]*)(?:[ T]+(\d{1,2}):(\d\d)(?::00)?)?$/.exec(text.trim()) ?? [];
  const day = readDay(date);
  const time = hour && `T${hour.padStart(2, '0')}:${minute}`;
  if (day === '') return text.trim() === '' ? '' : undefined;
  return day && day + time;
}

/** As `readEnd`; midnight is the day alone. */
function readMoment(text: string): string | undefined {
  return readEnd(text)?.replace('T00:00', '');
}

/** Whole pesos, also as `15.000` and `15.000,00`; not `15,000`, which is 15 in Chile and 15.000 elsewhere. */
function readPesos(text: string): number | undefined | null {
  return parseWhole(text.trim().replace(/,0{1,2}$/, ''));
}

interface PriceRow {
  readonly id: string;
  readonly price: Price;
}

function priceFormat(ids: ReadonlySet<string>): FileFormat<PriceColumn, PriceRow> {
  return {
    headings,
    required: ['id', 'from', 'until', 'price'],
    mostRows: 20_000,
    check: ({ id = '', from = '', until = '', price: day = '', night: dark = '' }) => {
      const [validFrom, validUntil] = [readMoment(from), readEnd(until)];
      const [pesos, night] = [readPesos(day), readPesos(dark)];
      if (!ids.has(id)) return { problems: { id: 'unknown_route' } };
      if (validFrom === undefined || validUntil === undefined) return { problems: { from: 'not_a_day' } };
      if (pesos == null || night === null) return { problems: { price: 'not_a_number' } };
      const price = {
        pesos,
        ...(night !== undefined && { night }),
        ...(validFrom !== '' && { validFrom }),
        ...(validUntil !== '' && { validUntil }),
      };
      return { row: { id, price } };
    },
  };
}

export type ReadPrices =
  | { readonly kind: 'read'; readonly content: Content }
  | { readonly kind: 'refused'; readonly problems: readonly FileProblem[] };

/** The document with the prices of a file. Routes that the file does not name keep theirs. One problem refuses all. */
export function readPrices(text: string, content: Content): ReadPrices {
  const read = readRows(text, priceFormat(new Set(content.routes.map(({ id }) => id))));
  if (read.kind === 'refused') return read;
  const routes = content.routes.map((route) => {
    const prices = read.rows.flatMap(({ fields: { id, price } }) => (id === route.id ? [price] : []));
    return prices.length === 0 ? route : { ...route, prices };
  });
  const broken = checkRoutes({ ...content, routes }, read.rows);
  return broken.length > 0
    ? { kind: 'refused', problems: broken }
    : { kind: 'read', content: { ...content, routes } };
}

/** The problems of the prices that were read, by the lines they stood in. */
function checkRoutes(content: Content, rows: readonly NumberedRow<PriceRow>[]): readonly FileProblem[] {
  return findProblems(content, true).flatMap(({ path, code, limit }) => {
    if (path[0] !== 'routes') return [];
    const route: unknown = content.routes[Number(path[1])];
    const id = isObject(route) ? route['id'] : undefined;
    const lines = rows.filter(({ fields }) => fields.id === id).map(({ line }) => line);
    const line = lines[Number(path[3] ?? 0)];
    return line === undefined ? [] : [{ line, code, ...(limit !== undefined && { limit }) }];
  });
}
