import { expect, test } from 'vitest';
import { gather } from './gather.ts';

/** A lookup whose results the test gives, one after the other. */
function controlled() {
  const asked: { readonly keys: readonly string[]; readonly answer: (values: readonly string[]) => void }[] =
    [];
  const find = gather<string, string>((keys) => {
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    asked.push({ keys, answer: resolve });
    return promise;
  }, 3);
  return { asked, find };
}

test('calls that arrive during a lookup share the next one, and none gets an answer older than itself', async () => {
  const { asked, find } = controlled();
  const before = find('photo');
  const [during, other] = [find('photo'), find('other')];
  expect(asked.map(({ keys }) => keys)).toEqual([['photo']]);

  asked[0]!.answer(['before the change']);
  expect(await before).toBe('before the change');
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]!.keys).toEqual(['photo', 'other']);
  asked[1]!.answer(['after the change', 'of the other']);
  expect([await during, await other]).toEqual(['after the change', 'of the other']);
});

test('one lookup takes no more keys than it may', async () => {
  const { asked, find } = controlled();
  const found = Promise.all(['first', 'a', 'b', 'c', 'd'].map(find));
  asked[0]!.answer(['1']);
  await expect.poll(() => asked.length).toBe(2);
  asked[1]!.answer(['2', '3', '4']);
  await expect.poll(() => asked.length).toBe(3);
  asked[2]!.answer(['5']);
  expect(await found).toEqual(['1', '2', '3', '4', '5']);
});

test('a lookup that fails fails for its calls alone', async () => {
  let isBroken = true;
  const find = gather<string, string>(async (keys) => {
    if (isBroken) throw new Error('The database is away.');
    return keys;
  }, 3);
  await expect(find('a')).rejects.toThrow('The database is away.');
  isBroken = false;
  expect(await find('b')).toBe('b');
});
