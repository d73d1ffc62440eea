import { expect, test } from 'vitest';
import { readEveryRow, readParts, type ListPart } from './page.ts';

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
