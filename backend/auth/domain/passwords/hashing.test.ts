import { expect, test } from 'vitest';
import { createPasswords } from './hashing.ts';

test('P1: an owner signs in while one line fills the queue of hashes from 256 networks', async () => {
  const passwords = createPasswords();
  let done = 0;
  const flood = Array.from({ length: 256 }, (_, index) =>
    passwords(`2001:db8:1:${index.toString(16)}`)
      .hash('a')
      .then(
        () => (done += 1),
        () => 'refused',
      ),
  );
  const hash = await passwords('203.0.113.7').hash('b');
  expect(hash).toMatch(/^\$argon2id/);
  // Its turn came after the hashes that ran and the first in the queue, not after all that waited.
  expect(done).toBeLessThan(16);
  await Promise.all(flood);
});
