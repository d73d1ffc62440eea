import { expect, test } from 'vitest';
import { perform, type Progress } from './progress.ts';

async function reportsOf(work: () => Promise<string>): Promise<readonly Progress<string>[]> {
  const reports: Progress<string>[] = [];
  await perform(work, (progress) => reports.push(progress));
  return reports;
}

test('an action is busy until its result is there', async () => {
  expect(await reportsOf(async () => 'done')).toEqual([
    { busy: true, error: null, result: null },
    { busy: false, error: null, result: 'done' },
  ]);
});

test.each([
  ['rejects', () => Promise.reject(new DOMException('The operation failed', 'OperationError'))],
  [
    'throws before its first await',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
])('an action whose work %s is not busy any more', async (_, work) => {
  const [first, last] = await reportsOf(work);
  expect(first).toMatchObject({ busy: true });
  expect(last).toMatchObject({ busy: false, result: null, error: { name: 'DataError' } });
});
