import { expect, it } from 'vitest';
import { newUuid } from './uuid.ts';

it('a key is a UUID of version 4, and another one each time', () => {
  const keys = new Set(Array.from({ length: 1_000 }, newUuid));
  expect(keys.size).toBe(1_000);
  for (const key of keys)
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
