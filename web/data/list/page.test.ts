import { expect, test } from 'vitest';
import { perPage, readEveryRow, readParts, readRpcPage, type ListPart } from './page.ts';

interface Row {
  readonly id: string;
}

async function collect(parts: AsyncIterable<readonly Row[]>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const rows of parts) ids.push(...rows.map(({ id }) => id));
  return ids;
}

const list = (ids: readonly string[]) => ids.map((id) => ({ id }));

test.each([0, 1, 4, 5, 8])('a list of %d rows is read in parts of four, each row once', async (count) => {
  const all = Array.from({ length: count }, (_, index) => `${index}`);
  const asked: ListPart[] = [];
  const load = (part: ListPart) => {
    asked.push(part);
    const from = (part.number - 1) * part.size;
    return Promise.resolve({
      rows: list(all.slice(from, from + part.size)),
      page: part.number,
      total: count,
    });
  };
  expect(await collect(readParts(4, load))).toEqual(all);
  expect(asked).toHaveLength(Math.max(1, Math.ceil(count / 4)));
});

test('a row that moves into the next part, because another came before it, is there once', async () => {
  let all = ['a', 'b', 'c', 'd'];
  const load = ({ number, size }: ListPart) => {
    const rows = list(all.slice((number - 1) * size, number * size));
    if (number === 1) all = ['new', ...all];
    return Promise.resolve({ rows, page: number, total: all.length });
  };
  expect(await collect(readParts(2, load))).toEqual(['a', 'b', 'c', 'd']);
});

test('every row of a list longer than the backend returns at once', async () => {
  const all = Array.from({ length: 2_001 }, (_, index) => ({ id: `${index}` }));
  const query = (from: number, to: number) =>
    Promise.resolve({ data: all.slice(from, to + 1), error: null, count: all.length, status: 206 });
  expect(await readEveryRow(query)).toEqual(all);
});

/** A function of the database that lists so many rows, as `readRpcPage` calls it, and the pages that were asked of it. */
function listFunction(count: number) {
  const asked: number[] = [];
  const rows = list(Array.from({ length: count }, (_, index) => `${index}`));
  const call = ({ page, per_page: size }: { readonly page: number; readonly per_page: number }) => {
    asked.push(page);
    const data = rows.slice((page - 1) * size, page * size).map((row) => ({ ...row, total: count }));
    const response = Promise.resolve({ data, error: null, status: 200 });
    return Object.assign(response, { abortSignal: () => response });
  };
  return { asked, call };
}

test.each([
  ['a page has its rows and the total that they repeat', 2 * perPage + 1, 2, [2], 2, perPage],
  ['a page behind the last one gives the last one', 2 * perPage + 1, 9, [9, 1, 3], 3, 1],
  ['a page behind the only one gives that', 3, 9, [9, 1], 1, 3],
  ['an empty list has one page', 0, 1, [1], 1, 0],
  ['a page of a list that is empty by now is the first', 0, 4, [4, 1], 1, 0],
])('%s', async (_, count, wanted, calls, number, length) => {
  const { asked, call } = listFunction(count);
  const { rows, page, total } = await readRpcPage(wanted, undefined, call);
  expect([page, total, rows.length]).toEqual([number, count, length]);
  expect(asked).toEqual(calls);
});

test('an export reads a function in parts to the end', async () => {
  const { asked, call } = listFunction(5);
  expect(await collect(readParts(2, (part) => readRpcPage(part, undefined, call)))).toHaveLength(5);
  expect(asked).toEqual([1, 2, 3]);
});
