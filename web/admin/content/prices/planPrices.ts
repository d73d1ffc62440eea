import type { Content, Price, Route } from '../../../../shared/content/content.ts';
import { formatPesos } from '../../../../shared/content/pesos.ts';
import { findProblems } from '../../../../shared/content/problems.ts';
import { isObject } from '../../../../shared/content/shape.ts';
import { csvNumber } from '../../../util/csvText.ts';
import type { FileCells } from '../../parts/files/exportFile.ts';
import { parseWhole } from '../../../util/parseWhole.ts';
import { readDay } from '../../../util/reading/day.ts';
import { isRuined } from '../../../util/reading/table.ts';
import {
  planOf,
  type FileFormat,
  type FileLine,
  type ImportProblem,
  type Plan,
  type PlannedLine,
} from '../../parts/files/importFile.ts';

export type PriceColumn = 'id' | 'name' | 'from' | 'until' | 'price' | 'night';

/** A file of prices, one in a line. The name of the route is for people: reading goes by the id. */
export const priceFile: FileFormat<PriceColumn> = {
  headings: { id: 'id', name: 'destino', from: 'desde', until: 'hasta', price: 'precio', night: 'noche' },
  required: ['id', 'from', 'until', 'price'],
  mostRows: 20_000,
};

/** Days and times as Excel in Chile writes them: 31-12-2026 08:00. */
function writeMoment(moment: string | undefined): string {
  const [day = '', time] = moment?.split('T') ?? [];
  const written = day.split('-').toReversed().join('-');
  return time === undefined ? written : `${written} ${time}`;
}

interface RoutePrice {
  readonly route: Route;
  readonly price: Price;
}

/** The lines of a file of all prices. */
export const allPrices = (routes: readonly Route[]): readonly RoutePrice[] =>
  routes.flatMap((route) => route.prices.map((price) => ({ route, price })));

/** A file of prices, which an import reads again. */
export const priceCells: FileCells<RoutePrice> = {
  id: ({ route }) => route.id,
  destino: ({ route }) => route.name.es,
  desde: ({ price }) => writeMoment(price.validFrom),
  hasta: ({ price }) => writeMoment(price.validUntil),
  precio: ({ price }) => csvNumber(price.pesos),
  noche: ({ price }) => csvNumber(price.night ?? null),
};

/** As 2026-12-31T08:00, a day without a time as the day alone; undefined for a text that is no moment. */
function readMoment(text: string): string | undefined {
  const [, date = '', hour = '', minute = ''] =
    /^([^\sT]*)(?:[ T]+(\d{1,2}):(\d\d)(?::00)?)?$/.exec(text.trim()) ?? [];
  const day = date && readDay(date.replaceAll('.', '-'));
  const time = hour && `T${hour.padStart(2, '0')}:${minute}`;
  if (text.trim() === '') return '';
  return day === '' ? undefined : day + time;
}

/** Whole pesos, also as `15.000` and `15.000,00`; not `15,000`, which is 15 in Chile and 15.000 elsewhere. */
function readPesos(text: string): number | undefined | null {
  return parseWhole(text.trim().replace(/,0{1,2}$/, ''));
}

/** A price with the one of its route that begins at the same moment, or why the line is refused. */
function readPrice({ line, cells }: FileLine<PriceColumn>, routes: readonly Route[]) {
  const refuse = (column: string, code: string) => ({ problems: [{ line, column, code }] });
  const [ruined] = Object.entries(cells).find(([, cell]) => isRuined(cell)) ?? [];
  const route = routes.find(({ id }) => id === cells.id);
  // A beginning at midnight is the day alone.
  const validFrom = readMoment(cells.from ?? '')?.replace('T00:00', '');
  const validUntil = readMoment(cells.until ?? '');
  const pesos = readPesos(cells.price ?? '');
  if (ruined) return refuse(ruined, 'ruined');
  if (!route) return refuse('id', 'unknown_route');
  if (validFrom === undefined || validUntil === undefined) return refuse('from', 'not_a_day');
  const before = route.prices.find((each) => (each.validFrom ?? '') === validFrom);
  const night = cells.night === undefined ? before?.night : readPesos(cells.night);
  if (pesos == null || night === null) return refuse('price', 'not_a_number');
  const price = {
    pesos,
    ...(night !== undefined && { night }),
    ...(validFrom !== '' && { validFrom }),
    ...(validUntil !== '' && { validUntil }),
  };
  return { line, route, price, before };
}

type PriceRow = Extract<ReturnType<typeof readPrice>, { readonly price: Price }>;

function shownOf(price: Price | undefined, column: 'until' | 'price' | 'night'): string {
  if (column === 'until') return writeMoment(price?.validUntil);
  const pesos = column === 'price' ? price?.pesos : price?.night;
  return pesos === undefined ? '' : formatPesos(pesos);
}

/** A route with all its prices after the file. */
export type RoutePrices = Pick<Route, 'id' | 'prices'>;

/** The prices of a route before and after the file. */
function planRoute(route: Route, rows: readonly PriceRow[]): readonly PlannedLine<RoutePrices>[] {
  const sent = { id: route.id, prices: rows.map(({ price }) => price) };
  const gone = route.prices.filter((price) => !rows.some(({ before }) => before === price));
  const pairs = [...rows, ...gone.map((before) => ({ line: null, before, price: undefined }))];
  return pairs.map(({ line, before, price }) => {
    const changes = (['until', 'price', 'night'] as const).flatMap((column) => {
      const [earlier, later] = [shownOf(before, column), shownOf(price, column)];
      return earlier === later ? [] : [{ column, before: earlier, after: later }];
    });
    const kind = !before ? 'new' : !price ? 'removed' : changes.length > 0 ? 'changed' : 'same';
    const name = [route.name.es, writeMoment((price ?? before)?.validFrom)].filter(Boolean).join(' · ');
    return { line, name, kind, changes, sent };
  });
}

/** Compares the lines of a file with the prices of their routes. Routes that the file does not name keep theirs. */
export function planPrices(lines: readonly FileLine<PriceColumn>[], content: Content): Plan<RoutePrices> {
  const read = lines.map((line) => readPrice(line, content.routes));
  const rows = read.filter((each) => 'price' in each);
  if (rows.length < read.length) return planOf(read.filter((each) => 'problems' in each));
  const planned = content.routes.flatMap((route) => {
    const own = rows.filter((row) => row.route === route);
    return own.length > 0 ? planRoute(route, own) : [];
  });
  const after = withPrices(
    content,
    planned.map(({ sent }) => sent),
  );
  return planOf([{ problems: problemsOf(after, rows) }, ...planned]);
}

/** The document with the prices of these routes. */
export function withPrices(content: Content, priced: readonly RoutePrices[]): Content {
  const prices = new Map(priced.map((each) => [each.id, each.prices]));
  const routes = content.routes.map((route) => {
    const own = prices.get(route.id);
    return own ? { ...route, prices: own } : route;
  });
  return { ...content, routes };
}

/** The problems of the prices that were read, by the lines they stood in. */
function problemsOf(content: Content, rows: readonly PriceRow[]): readonly ImportProblem[] {
  return findProblems(content, true).flatMap(({ path, code, limit }) => {
    if (path[0] !== 'routes') return [];
    const route: unknown = content.routes[Number(path[1])];
    const id = isObject(route) ? route['id'] : undefined;
    const lines = rows.filter(({ route: each }) => each.id === id).map(({ line }) => line);
    const line = lines[Number(path[3] ?? 0)];
    return line === undefined ? [] : [{ line, code, ...(limit !== undefined && { limit }) }];
  });
}
