import { expect, test } from 'vitest';
import { loader } from './loader.ts';

test('a loaded value is not fetched again', async () => {
  let fetches = 0;
  const { load, current } = loader(async () => ++fetches);
  expect(await load()).toBe(1);
  expect(await load()).toBe(1);
  expect(await current()).toBe(1);
});

test('a failure stays until the next load', async () => {
  let online = false;
  const { load, current } = loader(async () => {
    if (!online) throw new Error('offline');
    return 'words';
  });
  await expect(load()).rejects.toThrow('offline');
  online = true;
  await expect(current()).rejects.toThrow('offline');
  expect(await load()).toBe('words');
  expect(await current()).toBe('words');
});
